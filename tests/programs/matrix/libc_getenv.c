// expect: verified
// primitive: getenv
// primitive: setenv
// primitive: unsetenv
// primitive: putenv
// exit: 0
//
// The environment starts empty. Changes before the threads are there are seen by all; readers do not disturb each
// other.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern char** environ;

static void* worker(void* arg) {
  assert(strcmp(getenv("NAME"), "value") == 0);
  assert(strcmp(getenv("OTHER"), "text") == 0);
  assert(!getenv("NONE") && !getenv("NAM"));
  return arg;
}

static void prepare(void) {
  static char other[] = "OTHER=text";
  assert(!getenv("HOME") && !environ[0]);
  assert(setenv("NAME", "first", 1) == 0 && setenv("NAME", "second", 0) == 0);
  assert(strcmp(getenv("NAME"), "first") == 0);
  assert(setenv("NAME", "value", 1) == 0 && setenv("", "x", 1) == -1 && setenv("A=B", "x", 1) == -1);
  assert(setenv("NONE", "x", 1) == 0 && unsetenv("NONE") == 0);
  assert(putenv(other) == 0);
  assert(environ[0] && environ[1] && !environ[2]);
}

int main(void) {
  pthread_t one, two;
  prepare();
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
