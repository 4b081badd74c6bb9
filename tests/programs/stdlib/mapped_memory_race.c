// expect: race
// lines: 12, 19
//
// As mapped_memory.c without the lock.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static void* worker(void* argument) {
  int* counter = argument;
  ++*counter;
  return argument;
}
int main(void) {
  pthread_t t;
  int* p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_create(&t, NULL, worker, p);
  *p = 1;
  pthread_join(t, NULL);
  return munmap(p, 4096);
}
