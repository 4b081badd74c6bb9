// expect: verified
// primitive: malloc
// primitive: calloc
// primitive: realloc
// primitive: aligned_alloc
// exit: 0
//
// Blocks handed from one thread to the other under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int* shared;

static void* worker(void* arg) {
  int* zeros = calloc(4, sizeof(int));
  assert(zeros[3] == 0);
  void* aligned = aligned_alloc(64, 64);
  assert((uintptr_t)aligned % 64 == 0);
  free(aligned);
  assert(posix_memalign(&aligned, 128, 8) == 0 && (uintptr_t)aligned % 128 == 0);
  free(aligned);
  pthread_mutex_lock(&m);
  int* before = shared;
  zeros[0] = before ? before[0] + 1 : 1;
  shared = realloc(zeros, 8 * sizeof(int));
  free(before);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  int last = shared[0];
  free(shared);
  return last != 2;
}
