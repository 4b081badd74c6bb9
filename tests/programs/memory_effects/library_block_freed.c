// expect: inconclusive
// message: 'get_current_dir_name', which is not modelled and allocates memory that the program frees
//
// Memory from a function of the C library that is not modelled, freed as its manual says: no bug, but accesses to it
// were not seen. In two threads, so that the searches go back and forth between the call and the free.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int order;

static void* run(void* unused) {
  char* name = get_current_dir_name();
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
