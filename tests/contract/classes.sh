#!/usr/bin/env bash
# --classes FILE: what it claims is checked, what it declares counts, and mistakes are named with their line.
. "$(dirname "$0")/common.sh"
export COLUMNS=1000  # sentences of a verdict in one line each
cat >table.c <<'END_OF_PROGRAM'
#include <pthread.h>
#include <semaphore.h>
int table, scratch, ready, config;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t done;
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  table++;
  pthread_mutex_unlock(&m);
  scratch++;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  table++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
END_OF_PROGRAM
# scratch is handed over by a mutex, which orders its accesses but protects none of them.
cat >handed.c <<'END_OF_PROGRAM'
#include <pthread.h>
int scratch, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  scratch = 1;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  int there = ready;
  pthread_mutex_unlock(&m);
  if (there) scratch = 2;
  pthread_join(t, 0);
}
END_OF_PROGRAM
cat >config.c <<'END_OF_PROGRAM'
#include <pthread.h>
#include <semaphore.h>
int config;
sem_t read_it;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *p) {
  config = config + 1;
  sem_post(&read_it);
  return p;
}
int main(void) {
  pthread_t t;
  sem_init(&read_it, 0, 0);
  pthread_create(&t, 0, reader, 0);
  sem_wait(&read_it);
  pthread_mutex_lock(&m);
  config = 7;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
END_OF_PROGRAM
expect() {  # expect STATUS PATTERN ARGS...
  timeout 60 "$heddle" check --classes classes.txt "${@:3}" >out.txt 2>err.txt
  local status=$?
  check "$*: status $status instead of $1" [ $status = "$1" ]
  check "$*: no '$2' in what it says" grep -qE -- "$2" out.txt err.txt
}

# ---- claims that hold, and that do not ----
cat >classes.txt <<'END_OF_FILE'
# what we know
lock-protected variable "tab*" because m guards it

unshared variable "scratch" because one worker has it
communication variable "ready" because it is a flag
END_OF_FILE
for search in invisible-first composed; do
  expect 0 'verified' --search $search table.c
  expect 3 "classes.txt:4: 'scratch' is not unshared: write at handed.c:5:11, and in another thread write at handed.c:17:22" \
    --search $search handed.c
done
sed -i 's/unshared variable "scratch"/lock-protected variable "scratch"/' classes.txt
expect 3 "classes.txt:4: 'scratch' is not lock-protected: " --search composed handed.c
expect 3 "classes.txt:2: no global variable is called 'tab\*'" --search composed handed.c
check "never verified" bash -c '! grep -q ^verified out.txt'

# ---- declared initialisers ----
expect 2 "classes.txt:2: error: 'lock-protected' works only with '--search invisible-first' and '--search composed'" \
  --detector locking-discipline table.c
echo 'initialised variable "config" by "main/1" because it reads the file' >classes.txt
expect 2 "classes.txt:1: error: 'initialised' works only with '--detector locking-discipline'" --search composed config.c
# What is read first is no initialisation, unless that is said.
"$heddle" check --detector locking-discipline --visible all config.c >out.txt 2>err.txt
check "undeclared: a breach" grep -q "no common lock protects 'config'" out.txt
expect 0 verified --detector locking-discipline --visible all config.c
echo 'initialised variable "config" by "main" because we were told so' >classes.txt
expect 1 "'config' was accessed by main/1 before its declared initialiser; now write by main \[discipline\]" \
  --detector locking-discipline --visible all config.c
check "the replay knows it" bash -c '"$1" replay config.c.heddle | grep -q "before its declared initialiser"' _ "$heddle"
echo 'initialised variable "config" by "nobody" because it is constant' >classes.txt
expect 1 "no common lock protects 'config'" --detector locking-discipline --visible all config.c
echo 'initialised variable "confog" by "main" because of a slip' >classes.txt
expect 3 "classes.txt:1: no global variable is called 'confog'" --detector locking-discipline --visible all table.c \
  --property deadlock

# ---- mistakes ----
printf '# good\nunshared variable "scratch" because why not\nprivate variable "table" because\n' >classes.txt
expect 2 "^classes.txt:3: error: expected 'unshared', 'lock-protected', 'communication' or 'initialised'" --search composed table.c
printf 'unshared variable "scratch"\n' >classes.txt
expect 2 '^classes.txt:1: error: a reason is required' --search composed table.c
expect 2 '"message":"classes.txt:1: error: a reason is required' --json --search composed table.c
expect 2 "'--classes' works only with" --search dpor table.c
rm classes.txt
expect 2 '^classes.txt: error: ' --search composed table.c
mkdir classes.txt
expect 2 '^classes.txt: error: ' --search composed table.c
finish
