#!/usr/bin/env bash
# scripts/style.sh can fail, and about changed lines alone. $1: the sources of heddle, $2: a folder for a repository of
# its own.
set -euo pipefail
source=$1 work=$2
command -v git >/dev/null || exit 77
rm -rf "$work"
mkdir -p "$work/src/part" "$work/scripts"
cp "$source/scripts/style.sh" "$work/scripts/"
cp "$source/.clang-format" "$source/.clang-tidy" "$work/"
cd "$work"

failed=0
# $1: the status that is expected; the rest: the command. What it prints goes to ./output.
expect() {
  local want=$1 got=0
  shift
  "$@" >output 2>&1 || got=$?
  if [ "$got" != "$want" ]; then
    echo "FAILED: status $got instead of $want: $*"
    cat output
    failed=1
  fi
}
# $1: text that ./output must have.
expect_output() {
  if ! grep -qF -- "$1" output; then
    echo "FAILED: nothing about $1 in:"
    cat output
    failed=1
  fi
}
commit() { git add -A && git -c user.name=test -c user.email=test@localhost commit -qm "$1"; }

git init -q .
printf 'output\n' >.gitignore
printf 'int  old( int x ){ return x; }\n' >src/part/old.cpp
commit first
git rev-parse HEAD >scripts/style_since

expect 0 scripts/style.sh format # what was there before is left alone
expect 0 scripts/style.sh tidy

printf 'int neat(int x) { return x; }\n' >src/part/neat.cpp
expect 0 scripts/style.sh format
commit neat
expect 0 scripts/style.sh format
expect 0 scripts/style.sh tidy
expect_output "1 of 1 changed files"

printf 'int  old( int x ){ return x; }\nint  other( int x ){ return x; }\n' >src/part/old.cpp
expect 1 scripts/style.sh format
expect_output "src/part/old.cpp:2:"
if grep -q 'old.cpp:1:' output; then echo "FAILED: a line that was not changed"; failed=1; fi
expect 0 scripts/style.sh format --fix
expect 0 scripts/style.sh format
head -n 1 src/part/old.cpp >output
expect_output 'int  old( int x ){ return x; }'
commit old

printf 'int *pointer( ) { return 0; }\n' >src/part/untracked.cpp # not even added
expect 1 scripts/style.sh format
expect_output "src/part/untracked.cpp:1:"
expect 1 scripts/style.sh tidy
expect_output "src/part/untracked.cpp:1:"
expect_output "modernize-use-nullptr"
commit untracked
expect 1 scripts/style.sh tidy
expect_output "modernize-use-nullptr"

echo 0123456789012345678901234567890123456789 >scripts/style_since
expect 77 scripts/style.sh format
exit "$failed"
