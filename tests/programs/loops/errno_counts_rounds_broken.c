// expect: assertion
//
// A thread's errno is part of where it stands: the third round of this loop is another state than the second.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void* worker(void* argument) {
  errno = 0;
  while (!atomic_load(&flag)) {
    errno = errno + 1;
    assert(errno != 3);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  return 0;
}
