// expect: verified
// exit: 0
//
// Anonymous memory from mmap: zeroes, whole pages, shared by threads under a lock, given back.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* worker(void* argument) {
  int* counter = argument;
  pthread_mutex_lock(&m);
  ++*counter;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t t;
  int* p = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || (uintptr_t)p % 4096 != 0) return 1;
  if (p[0] != 0 || p[2047] != 0) return 2;
  pthread_create(&t, NULL, worker, p);
  worker(p);
  pthread_join(t, NULL);
  if (*p != 2 || munmap(p, 5000) != 0) return 3;
  if (munmap((char*)p + 1, 10) != -1 || errno != EINVAL) return 4;
  return mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? 0 : 5;
}
