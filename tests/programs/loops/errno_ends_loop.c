// expect: verified
//
// As its twin, but the loop ends by itself, in the fifth round.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void* worker(void* argument) {
  errno = 0;
  while (!atomic_load(&flag)) {
    errno = errno + 1;
    if (errno == 5) break;
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
