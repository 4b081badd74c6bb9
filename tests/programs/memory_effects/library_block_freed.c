// expect: inconclusive
// message: 'if_nameindex', which is not modelled and allocates memory that the program frees
//
// Memory from a function of the C library that is not modelled, freed as its manual says: no bug, but accesses to it
// were not seen. In two threads, so that the searches go back and forth between the call and the free.
#define _GNU_SOURCE
#include <net/if.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int order;

static void* run(void* unused) {
  struct if_nameindex* name = if_nameindex();
  order++;
  free(name);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  run(0);
  pthread_join(thread, 0);
}
