// analyze: race on x
// The pointer lies in an atomic structure that libatomic copies.
#include <pthread.h>

struct job {
  long a, b;
  int* place;
};
static _Atomic struct job shared;
static int x;

static void* run(void* unused) {
  struct job job = shared;
  ++*job.place;
  return 0;
}

int main(void) {
  struct job job = {1, 2, &x};
  shared = job;
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x++;
  pthread_join(t, 0);
  return 0;
}
