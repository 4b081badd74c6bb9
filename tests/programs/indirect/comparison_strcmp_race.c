// expect: race
// lines: 12, 19
//
// A comparison of the library's that is known reports what it reads, through a pointer as well.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char rows[2][4] = {"a", "b"}, key[4] = "b";

static void* worker(void* unused) {
  bsearch(key, rows, 2, 4, (int (*)(const void*, const void*))strcmp);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  key[0] = 'c';
  pthread_join(t, 0);
  return 0;
}
