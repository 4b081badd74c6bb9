#!/usr/bin/env bash
# heddle cc and heddle c++ as compilers: what build systems ask of one, and that the bitcode gets where it belongs.
. "$(dirname "$0")/common.sh"
run() {  # run STATUS PATTERN COMMAND...: both in what it says
  local want=$1 pattern=$2
  shift 2
  timeout 120 "$@" >out.txt 2>err.txt
  local status=$?
  check "$*: status $status instead of $want: $(head -2 err.txt)" [ $status = "$want" ]
  check "$*: no '$pattern' in what it says: $(head -2 out.txt err.txt)" grep -qE -- "$pattern" out.txt err.txt
}
quiet() {  # quiet COMMAND...: succeeds and says nothing
  timeout 120 "$@" >out.txt 2>err.txt
  check "$*: status $?" [ $? = 0 ]
  check "$*: speaks: $(head -2 out.txt err.txt)" [ ! -s out.txt ] && check "$*: speaks" [ ! -s err.txt ]
}
cat >main.c <<'END'
#include <pthread.h>
#include <stdio.h>
void add(int);
int total(void);
static void* worker(void* p) { add(1); return p; }
int main(int argc, char** argv) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  add(2);
  pthread_join(t, 0);
  printf("%d\n", total());
  return argc > 1 ? argv[1][0] - '0' : 0;
}
END
cat >good.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
void add(int n) { pthread_mutex_lock(&m); sum += n; pthread_mutex_unlock(&m); }
int total(void) { return sum; }
END
cat >bad.c <<'END'
static int sum;
void add(int n) { sum += n; }
int total(void) { return sum; }
END
echo 'int main() { return __cplusplus > 201702L ? 0 : 1; }' >standard.cpp
cc=("$heddle" cc)
# Questions
run 0 'clang version' "${cc[@]}" --version
run 0 'Target' "${cc[@]}" -v
run 0 'x86_64' "${cc[@]}" -dumpmachine
run 0 'pthread_create' "${cc[@]}" -E main.c
run 0 'main.o: main.c' "${cc[@]}" -MM main.c
run 1 'no input files' "${cc[@]}"
run 1 "no such file or directory: 'missing.c'" "${cc[@]}" -c missing.c
run 1 'undeclared' "${cc[@]}" -c -Dsum=undeclared_too -include /dev/null -Dtotal=undeclared -DX bad.c -Dreturn='return undeclared;'
quiet "${cc[@]}" -S good.c -o good.s
check 'assembler text' grep -q add good.s
# One by one, with make's rules
quiet "${cc[@]}" -O2 -MD -MP -MF main.dep -c main.c -o main.o
check 'rules' grep -q '^main.o: main.c' main.dep
quiet "${cc[@]}" -c good.c
quiet "${cc[@]}" good.o main.o -o one
run 0 '^3$' ./one
run 0 verified "$heddle" check one
run 0 '"exit_statuses":\[5\]' "$heddle" check --json --exit-status 5 one -- 5
# All at once, and from a response file
quiet "${cc[@]}" -g main.c bad.c -o two -lpthread
run 3 '^3$' ./two 3
run 1 "bad.c:2:.*race on 'sum'" "$heddle" check two
run 1 'reproduced' "$heddle" replay two.heddle
printf '%s\n' '-O1 main.c' '"good.c"' -o three >words
quiet "${cc[@]}" @words
run 0 verified "$heddle" check three
# Static libraries, partial links, shared libraries, strip
quiet ar cr libsum.a good.o
quiet "${cc[@]}" main.o -L. -lsum -o four
run 0 verified "$heddle" check four
run 0 verified "$heddle" check main.c -L. -lsum
run 0 verified "$heddle" check main.o libsum.a
quiet ld -r main.o good.o -o both.o
quiet "${cc[@]}" both.o -o five
strip five
run 0 verified "$heddle" check five
quiet "${cc[@]}" -fPIC -shared bad.c -o libbad.so
quiet "${cc[@]}" main.o -L. -lbad -Wl,-rpath,"$PWD" -o six
run 0 '^3$' ./six
run 1 "race on 'sum'" "$heddle" check six
# C++
quiet "$heddle" c++ -std=c++20 standard.cpp -o standard
run 0 '"exit_statuses":\[0\]' "$heddle" check --json standard
quiet "$heddle" c++ -x c++ -std=c++20 -c standard.cpp -o standard.o
ln -s "$heddle" heddle-c++
quiet ./heddle-c++ standard.o -o standard2
# What cannot be checked
/usr/lib/llvm-19/bin/clang main.c good.c -o foreign
run 2 "foreign: error: holds no bitcode" "$heddle" check foreign
run 2 '"verdict":"error"' "$heddle" check --json foreign
/usr/lib/llvm-19/bin/clang -c good.c -o foreign.o
quiet "${cc[@]}" main.o foreign.o -o half
run 2 "main.c:[0-9]+:[0-9]+: error: undefined function 'add'" "$heddle" check half
head -c 5000 one >cut
run 2 'cut: error' "$heddle" check cut
run 1 'fsanitize' "${cc[@]}" -fsanitize=address -c good.c
run 1 'wrap' "${cc[@]}" main.o good.o -Wl,--wrap=add -o seven
run 2 'there is no such library' "$heddle" check main.c -lnosuchlibrary
# compile_commands.json
mkdir -p db/sub
printf '[{"directory":"%s/db/sub","command":"cc -DVALUE=0 -I../inc -c ../../flagged.c","file":"../../flagged.c"}]' "$PWD" >db/compile_commands.json
mkdir -p db/inc && echo '#define BASE 0' >db/inc/base.h
printf '#include "base.h"\nint main(void) { return BASE + VALUE; }\n' >flagged.c
run 0 verified "$heddle" check -p db flagged.c
run 2 'main.c: error: is not in db/compile_commands.json' "$heddle" check -p db main.c
run 2 'no source file' "$heddle" check -p db
run 2 'compile_commands.json: error' "$heddle" check -p . flagged.c
finish
