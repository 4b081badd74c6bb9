#!/usr/bin/env bash
# Wrong usage and unreadable input: status 2 and a message, in text and in JSON.
. "$(dirname "$0")/common.sh"
expect() {  # expect STATUS PATTERN ARGS...
  local want=$1 pattern=$2
  shift 2
  timeout 60 "$heddle" "$@" >out.txt 2>err.txt
  local status=$?
  check "heddle $*: status $status instead of $want" [ $status = "$want" ]
  check "heddle $*: no '$pattern' in what it says" grep -qE -- "$pattern" out.txt err.txt
}
echo 'int main(void) { return x; }' >broken.c
echo 'int helper(void) { return 0; }' >no_main.c
: >empty.c
head -c 300 /dev/urandom >junk.bc
mkdir folder.c
echo 'int undefined_here(void); int main(void) { return undefined_here(); }' >undefined.c
echo 'int main(void) { return 0; }' >'a name with spaces.c'
expect 2 "broken.c:1:25: error: use of undeclared identifier 'x'" check broken.c
expect 2 'no function main' check no_main.c
expect 2 'no function main' check empty.c
expect 2 'junk.bc: error' check junk.bc
expect 2 'folder.c: error' check folder.c
expect 2 'missing.c: error' check missing.c
expect 2 'undefined_here' check undefined.c
expect 2 'unknown option' check --no-such-option broken.c
expect 2 'search' check --search nonsense broken.c
expect 2 '"verdict":"error"' check --json broken.c
expect 2 'error' replay broken.c
expect 2 'error' replay missing.heddle
expect 0 'verified' check 'a name with spaces.c'
expect 0 'check' --help
expect 0 'heddle' --version
finish
