// expect: misuse
// message: handle of a thread that is gone
// lines: 20
//
// A detached thread takes its handle with it when it ends, and here it may have ended before it gets its name.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static void *counts(void *argument) {
  atomic_fetch_add(&count, 1);
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, counts, 0);
  pthread_detach(other);
  pthread_setname_np(other, "may be gone");
  return 0;
}
