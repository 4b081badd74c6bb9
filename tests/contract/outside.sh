#!/usr/bin/env bash
# A program that turns to the world outside in a way that is not modelled ends inconclusive within seconds, and the verdict names what it was and
# where: a host, a device, a number of a system call, a function. In outside.txt a line holds the name of a case, what has to be named, and the statements.
. "$(dirname "$0")/common.sh"
export COLUMNS=1000  # sentences of a verdict in one line each
its_turn 0 2 || { finish; exit; }
cp "$here/outside.h" .
while IFS='|' read -r name pattern statements; do
  [ -n "$name" ] || continue
  {
    echo '#include "outside.h"'
    echo 'static void* act(void* unused) {'
    echo "$statements"  # line 3
    echo 'return unused; }'
    echo 'int main(void) { pthread_t t; pthread_create(&t, 0, act, 0); pthread_join(t, 0); return 0; }'
  } >"$name.c"
  timeout 60 "$heddle" check -w --search dpor "$name.c" </dev/null >out.txt 2>err.txt
  status=$?
  check "$name: status $status instead of 3: $(head -3 out.txt err.txt)" [ $status = 3 ]
  check "$name: no '$pattern': $(head -4 out.txt)" grep -qE -- "$name\.c:3.*$pattern" out.txt
done <"$here/outside.txt"

# What is forwarded because it has no effect that an interleaving could show is listed once, in the text (-v) and in JSON; with --strict it
# makes the run inconclusive. What gets a pointer into the program does that in any case, and is listed with its place.
cat >forwarded.c <<'END'
#include <pthread.h>
#include <unistd.h>
static void* act(void* unused) {
  return getppid() > 0 && gethostid() != 1 ? unused : 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, act, 0);
  act(0);
  pthread_join(t, 0);
  return 0;
}
END
expect() {  # expect WHAT STATUS PATTERN TIMES OPTIONS...: so many lines with the pattern
  "$heddle" check "${@:5}" >out.txt 2>err.txt
  status=$?
  check "$1: status $status instead of $2: $(head -3 out.txt err.txt)" [ $status = "$2" ]
  check "$1: not $4 times '$3': $(cat out.txt)" [ "$(grep -cE -- "$3" out.txt)" = "$4" ]
}
expect quiet 0 'getppid|gethostid' 0 forwarded.c
expect listed 0 'uncontrolled calls: gethostid, getppid' 1 forwarded.c -v
expect json 0 '"uncontrolled":\["gethostid","getppid"\]' 1 forwarded.c --json
expect strict 3 'a call that Heddle does not control \(--strict\): gethostid' 1 forwarded.c --strict
expect strict_json 3 '"uncontrolled":\["gethostid","getppid"\]' 1 forwarded.c --strict --json
cat >unknown.c <<'END'
#include <pthread.h>
#include <termios.h>
static struct termios settings;
static void* act(void* unused) {
  tcgetattr(0, &settings);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, act, 0);
  pthread_join(t, 0);
  act(0);
  return 0;
}
END
expect unknown 3 "unknown.c:5: call of 'tcgetattr'" 1 unknown.c
expect unknown_json 3 '"uncontrolled":\["unknown.c:5: call of .tcgetattr.,[^"]*"\]' 1 unknown.c --json
sed 's/tcgetattr(0, &settings)/(void)settings/' unknown.c >controlled.c
expect nothing 0 '"uncontrolled":\[\]' 1 controlled.c --json --strict

# The files of a replay: also what a stream still held when the program ended, with a status that is a bug.
cat >kept.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void* act(void* unused) {
  FILE* f = fopen("stream.txt", "w");
  fputs("held\n", f);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, act, 0);
  const int f = open("descriptor.txt", O_CREAT | O_WRONLY, 0600);
  if (write(f, "written\n", 8) != 8) return 0;
  pthread_join(t, 0);
  return 3;
}
END
"$heddle" check kept.c --save kept.heddle -q >out.txt 2>&1
check "kept: $(cat out.txt)" grep -q 'status 3' out.txt
"$heddle" replay kept.heddle --keep-files kept >out.txt 2>&1
check "kept: not reproduced: $(cat out.txt)" grep -q reproduced out.txt
check 'kept: what was written' grep -qx written "kept$PWD/descriptor.txt"
check 'kept: what the stream held' grep -qx held "kept$PWD/stream.txt"
check 'kept: nothing else on disk' [ ! -e stream.txt ]

# As many threads as there are numbers for. Those that have ended and were joined count, which the verdict says.
cat >threads.c <<'END'
#include <pthread.h>
static void* act(void* unused) { return unused; }
int main(void) {
  for (int i = 0; i < 1200; i++) {
    pthread_t t;
    pthread_create(&t, 0, act, 0);
    pthread_join(t, 0);
  }
  return 0;
}
END
expect threads 3 'more than 1000 threads' 1 threads.c
finish
