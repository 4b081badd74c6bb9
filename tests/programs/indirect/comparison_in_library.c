// expect: inconclusive
// message: comparison_in_library.c:13: call of 'a64l'
//
// bsearch with a function of the library's that nobody models as its comparison.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char rows[2][4] = {"b", "a"}, key[4] = "b";

static void* worker(void* unused) {
  bsearch(key, rows, 2, 4, (int (*)(const void*, const void*))a64l);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  key[0] = 'c';
  pthread_join(t, 0);
  return 0;
}
