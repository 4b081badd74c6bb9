// expect: misuse
// lines: 12
//
// Two threads join the same one: one of them comes too late, or both wait at once; undefined either way.
#include <pthread.h>

static pthread_t shared;

static void* nothing(void* arg) { return arg; }

static void* joins(void* arg) {
  pthread_join(shared, NULL);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&shared, NULL, nothing, NULL);
  pthread_create(&one, NULL, joins, NULL);
  pthread_create(&two, NULL, joins, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
