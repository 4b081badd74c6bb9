// expect: verified
// primitive: strerror
// primitive: strerror_r
// exit: 0
//
// The texts of errors, from two threads. (Those of known errors are constants of the C library.)
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static void* worker(void* arg) {
  char text[64];
  assert(strcmp(strerror(ENOENT), "No such file or directory") == 0);
  assert(strerror_r(EACCES, text, sizeof text) == 0 && strcmp(text, "Permission denied") == 0);
  assert(strerror_r(EACCES, text, 4) == ERANGE);
  errno = EBUSY;
  assert(errno == EBUSY);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
