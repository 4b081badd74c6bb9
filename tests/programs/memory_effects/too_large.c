// expect: verified
//
// What no machine can give is not given, and the program goes on.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static volatile size_t huge = (size_t)1 << 40, endless = SIZE_MAX, most = PTRDIFF_MAX;

static void* work(void* unused) {
  errno = 0;
  assert(malloc(huge) == NULL && errno == ENOMEM);
  errno = 0;
  assert(malloc(most) == NULL && errno == ENOMEM);
  errno = 0;
  assert(malloc(endless) == NULL && errno == ENOMEM);
  errno = 0;
  assert(calloc(endless, 2) == NULL && errno == ENOMEM);
  errno = 0;
  assert(calloc(huge, 1) == NULL && errno == ENOMEM);
  char* p = strdup("text");
  errno = 0;
  assert(realloc(p, huge) == NULL && errno == ENOMEM && strcmp(p, "text") == 0);
  errno = 0;
  assert(reallocarray(p, endless, 2) == NULL && errno == ENOMEM && strcmp(p, "text") == 0);
  errno = 0;
  assert(aligned_alloc(64, huge) == NULL && errno == ENOMEM);
  void* q = p;
  errno = 0;
  assert(posix_memalign(&q, 64, huge) == ENOMEM && q == p && errno == 0);
  assert(posix_memalign(&q, 3, 64) == EINVAL && q == p);
  assert(realloc(p, 0) == NULL);  // glibc: that was free
  char* moderate = malloc((size_t)64 << 20);
  assert(moderate);
  moderate[1000] = 1;
  free(moderate);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
}
