#!/usr/bin/env bash
# Shared libraries that somebody else has compiled. What they keep for themselves cannot be explored: no execution may
# find what another one left there, and no verdict may rest on it.
. "$(dirname "$0")/common.sh"
export COLUMNS=1000  # sentences of a verdict in one line each
cat >store.c <<'END'
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
// Memory of its own, handed out from the beginning each time. (Through a thread-local pointer: no variable changes.)
static __thread char* own;
void* from_pool(void) { return own ? own : (own = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)); }
void* from_malloc(void) { return calloc(1, 64); }
static int count;
int next(void) { return ++count; }
int last(void) { return count; }
int square(int x) { return x * x; }
const char* text(void) { return "constant"; }
int exported;
END
/usr/lib/llvm-19/bin/clang -O1 -fPIC -shared store.c -o libstore.so
store=(-L. -lstore)
program() {  # program NAME: standard input is what two threads do, and what holds at the end
  { cat <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
void* from_pool(void);
void* from_malloc(void);
int next(void), last(void), square(int);
const char* text(void);
extern int exported;
static atomic_int at;
static int* shared;
END
    cat; } >"$1.c"
}
body() {  # body BEFORE OTHER MINE AFTER: the last line is main
  printf 'static void* other(void* p) { %s return p; }\n' "$2"
  printf 'int main(void) { pthread_t t; %s pthread_create(&t, 0, other, 0); %s pthread_join(t, 0); %s }\n' "$1" "$3" "$4"
}
expect() {  # expect STATUS PATTERN NAME OPTIONS...
  local want=$1 pattern=$2 name=$3
  timeout 60 "$heddle" check "$name.c" "${store[@]}" "${@:4}" >out.txt 2>err.txt
  local status=$?
  check "$name: status $status instead of $want: $(head -3 out.txt err.txt)" [ $status = "$want" ]
  check "$name: no '$pattern': $(head -4 out.txt)" grep -qE -- "$pattern" out.txt
}
outside='write to memory that belongs to no variable'
# Every execution increments what the one before left, if nobody brings it back: "at" makes several of them.
body 'shared = from_pool();' 'at = 1;' 'at = 2; ++*shared;' 'assert(*shared == 1);' | program plain
expect 3 "plain.c:14: $outside" plain
body 'shared = from_pool();' 'at = 1;' 'at = 2; memset(shared, *shared + 1, 4);' '' | program range
expect 3 "range.c:14: $outside" range
body 'shared = from_pool();' 'at = 1;' 'atomic_fetch_add((atomic_int*)shared, 1); at = 2;' 'assert(*shared == 1);' | program atomic
expect 3 "atomic.c:14: $outside" atomic
body 'shared = from_pool();' 'at = 1;' 'sprintf((char*)shared, "x"); at = 2;' '' | program printed
expect 3 "$outside" printed
# Memory that it takes from malloc is the program's, and so is what happens there.
body 'shared = from_malloc();' 'at = 1;' 'at = 2; ++*shared;' 'assert(*shared == 1);' | program allocated
expect 0 verified allocated
body 'shared = from_malloc();' '++*shared;' '++*shared;' '' | program allocated_race
expect 1 'data race' allocated_race
# Looking is harmless, and what the processor refuses is a crash as ever.
body '' 'at = 1;' 'at = 2;' 'assert(text()[0] == 99 && square(3) == 9);' | program constant
expect 0 verified constant
body '' 'at = 1;' 'at = 2; *(char*)text() = 0;' '' | program write_constant
expect 1 'crash' write_constant
body '' 'at = 1;' 'at = 2; shared = 0; *shared = 1;' '' | program write_null
expect 1 'crash' write_null
# Variables of the library: each execution finds those of the beginning; the verdict says that they are not watched.
body '' 'at = 1;' 'at = 2;' 'assert(next() == 1 && next() == 2 && last() == 2);' | program counter
expect 3 "call of 'next', which is not modelled, after which variables of its library have other values" counter
printf 'trust function "%s" because one thread calls it\n' next last >trust.txt
expect 0 verified counter --ignore trust.txt
body '' 'at = 1; next();' 'at = 2; next();' 'assert(last() == 2);' | program counters
expect 3 "call of 'next'" counters
body '' 'at = 1;' 'at = 2;' 'assert(last() == 0);' | program looks
expect 0 verified looks
body '' 'exported = 1;' 'exported = 2;' '' | program exported_race
expect 1 "data race on 'exported'" exported_race
body '' 'at = 1;' 'at = 2; ++exported;' 'assert(exported == 1);' | program exported_once
expect 0 verified exported_once
finish
