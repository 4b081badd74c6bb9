#!/usr/bin/env bash
# Wrong usage, unreadable input, unwritable output, and programs that ask for what nobody can give: a clear message,
# status 2 or 3, no crash, no hang, and nothing lost.
. "$(dirname "$0")/common.sh"
expect() {  # expect STATUS PATTERN ARGS...
  local want=$1 pattern=$2
  shift 2
  timeout 60 "$heddle" "$@" >out.txt 2>err.txt </dev/null
  local status=$?
  check "heddle $*: status $status instead of $want" [ $status = "$want" ]
  check "heddle $*: no '$pattern' in what it says" grep -qE -- "$pattern" out.txt err.txt
}
lacks() { ! grep -q -- "$1" "$2"; }
program() { cat >"$1"; }  # program FILE <TEXT

# ---- sources ----
echo 'int main(void) { return x; }' >broken.c
echo 'int helper(void) { return 0; }' >no_main.c
: >empty.c
head -c 300 /dev/urandom >junk.bc
printf 'BC\300\336junk' >junk_with_magic.bc
: >empty.bc
head -c 2000 /dev/urandom >binary.c
mkdir folder.c
echo 'int undefined_here(void); int main(void) { return undefined_here(); }' >undefined.c
mkdir 'a folder'
echo 'int main(void) { return 0; }' >'a folder/a name with spaces.c'
echo 'int main(void) { return 0; }' >-dash.c
ln -s circle.c circle.c
mkfifo pipe.c
expect 2 "broken.c:1:25: error: use of undeclared identifier 'x'" check broken.c
expect 2 'no function main' check no_main.c
expect 2 'no function main' check empty.c
expect 2 'junk.bc: error' check junk.bc
expect 2 'junk_with_magic.bc: error' check junk_with_magic.bc
expect 2 'empty.bc: error' check empty.bc
expect 2 'binary.c:[0-9:]* error' check binary.c
expect 2 'folder.c: error' check folder.c
expect 2 'missing.c: error' check missing.c
expect 2 'circle.c: error' check circle.c
expect 2 'pipe.c: error' check pipe.c
expect 2 'undefined_here' check undefined.c
expect 0 'verified' check 'a folder/a name with spaces.c'
expect 0 'verified' check ./-dash.c
echo '#include <thread>
int main() { std::jthread t([] {}); }' >newer.cpp
echo '#include <thread>
int main() { std::jthread t([] { return missing; }); }' >newer_and_wrong.cpp
expect 2 'newer.cpp: note: this file compiles with -std=c\+\+20' check newer.cpp
expect 0 'verified' check -std=c++20 newer.cpp
expect 2 'newer.cpp:2:[0-9]*: error' check -std=c++17 newer.cpp
check "a note on the standard, though one was named" lacks note: err.txt
expect 2 'newer_and_wrong.cpp:2' check newer_and_wrong.cpp
check "a note on the standard, though that is not what is wrong" lacks note: err.txt

# ---- usage ----
expect 2 'unknown option' check --no-such-option broken.c
expect 2 'search' check --search nonsense broken.c
expect 2 'max-executions' check --max-executions many broken.c
expect 2 'timeout' check --timeout -3 broken.c
expect 2 "'--stdin': cannot read 'missing.txt'" check --stdin missing.txt './-dash.c'
expect 2 "'--stdin': cannot read 'folder.c'" check --stdin folder.c './-dash.c'
expect 2 'unknown command' chekc broken.c
expect 2 'error' check
expect 2 '"verdict":"error"' check --json broken.c
expect 2 '"verdict":"error"' check --json --no-such-option broken.c
expect 0 'check' --help
expect 0 'heddle' --version

# ---- replay files ----
program race.c <<'END'
#include <pthread.h>
static int x;
static void* worker(void* arg) { x++; return arg; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x++;
  pthread_join(thread, 0);
  return 0;
}
END
expect 1 'data race' check --save race.heddle race.c
expect 1 'data race' replay race.heddle
size=$(stat -c %s race.heddle)
for length in 0 1 10 20 50 100 150 200 $((size - 2)) $((size - 5)); do
  head -c "$length" race.heddle >truncated.heddle
  expect 2 'truncated.heddle(:[0-9:]*)?:? error' replay truncated.heddle
done
sed 's/^schedule .*/schedule 99999999999999999999/' race.heddle >wild_schedule.heddle
expect 2 'wild_schedule.heddle:[0-9:]* error' replay wild_schedule.heddle
head -c 500 /dev/urandom >junk.heddle
mkdir folder.heddle
expect 2 'error' replay broken.c
expect 2 'error' replay missing.heddle
expect 2 'junk.heddle(:[0-9:]*)?:? error' replay junk.heddle
expect 2 'folder.heddle: error' replay folder.heddle

# ---- outputs ----
cp race.c before.c
expect 2 'race.c. is an input' check --save race.c race.c
expect 2 'race.c. is an input' check --json=./race.c race.c
ln race.c link.c
expect 2 'race.c. is an input' check --json=link.c race.c
check "an output that is an input: the input is as it was" cmp -s race.c before.c
cp race.heddle before.heddle
expect 2 'race.heddle. is an input' replay --json=race.heddle race.heddle
check "an output that is an input: the replay file is as it was" cmp -s race.heddle before.heddle
expect 2 'both name' check --json=both.json --save both.json race.c
expect 2 'cannot write .*nowhere/x.json' check --json=nowhere/x.json race.c
expect 2 'cannot write .*nowhere/x.heddle' check --save nowhere/x.heddle race.c
expect 2 'folder.heddle' check --save folder.heddle race.c
expect 2 'cannot write ./dev/full' check --json=/dev/full race.c
expect 2 'data race' check --json=/dev/full race.c
if [ -e /dev/full ]; then
  for form in --json --color=never; do
    "$heddle" check $form race.c >/dev/full 2>err.txt
    status=$?
    check "standard output is full ($form): status $status instead of 2" [ $status = 2 ]
    check "standard output is full ($form): says so" grep -q 'cannot write standard output: No space left' err.txt
  done
fi
"$heddle" check race.c 2>err.txt | true
check "a reader that goes away: the status is the verdict's" [ "${PIPESTATUS[0]}" = 1 ]

# ---- programs ----
program signals.c <<'END'
#include <signal.h>
static volatile sig_atomic_t got;
static void handler(int number) { got = number; }
int main(void) {
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  return got;
}
END
program jump.c <<'END'
#include <pthread.h>
#include <setjmp.h>
static jmp_buf back;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* worker(void* arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return arg; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  if (setjmp(back) == 0) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); longjmp(back, 1); }
  pthread_join(thread, 0);
  return 0;
}
END
program assembly.c <<'END'
int x;
int main(void) {
  __asm__ volatile("lock; incl %0; hlt" : "+m"(x));
  return x - 1;
}
END
program recursion.c <<'END'
int descend(int n) { volatile int here[100]; here[0] = n; return descend(n + 1) + here[0]; }
int main(void) { return descend(0); }
END
program large.c <<'END'
#include <stdlib.h>
int main(void) {
  char* p = malloc(10ull << 30);
  if (p) p[0] = 1;
  return 0;
}
END
program greedy.c <<'END'
#include <stdlib.h>
int main(void) {
  for (;;) {
    volatile char* p = malloc(1 << 16);
    for (int i = 0; i < 1 << 16; i += 4096) p[i] = 1;
  }
}
END
program forks.c <<'END'
#include <unistd.h>
int main(void) {
  for (;;) fork();
}
END
program threads.c <<'END'
#include <pthread.h>
static void* worker(void* arg) { return arg; }
int main(void) {
  for (;;) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
  }
}
END
program starts_others.c <<'END'
#include <stdlib.h>
int main(void) { return system("echo ran >it_ran"); }
END
program writes.c <<'END'
#include <stdio.h>
int main(void) {
  FILE* f = fopen("it_ran", "w");
  if (f) fclose(f);
  return 0;
}
END
program stops_itself.c <<'END'
#include <signal.h>
#include <unistd.h>
int main(void) { return kill(getppid(), SIGKILL); }
END
expect 3 'signals.c:6:[0-9]+: raise is not modelled .a definition of it in any source' check signals.c
expect 0 '^verified' check jump.c
expect 3 'assembly.c:3:[0-9]+: inline assembly .hlt. is not modelled' check assembly.c
expect 1 'recursion.c:1:[0-9]+: error: crash: SIGSEGV .stack overflow.' check recursion.c
expect 3 'large.c:3: the program allocates 10737418240 bytes' check large.c
expect 3 'memory limit' check --memory 300 greedy.c
expect 3 'forks.c:3:[0-9]+: fork is not modelled' check forks.c
expect 3 'threads.c:6: more than 1000 threads' check threads.c
expect 3 'starts_others.c:2:[0-9]+: system is not modelled' check starts_others.c
expect 0 '^verified' check writes.c
expect 3 'stops_itself.c:3:[0-9]+: kill is not modelled' check stops_itself.c
check "what is refused was not done, and no file was written" [ ! -e it_ran ]
finish
