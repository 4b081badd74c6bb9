// expect: race on bytes
// lines: 12, 17
// primitive: memset
//
// One byte too many belongs to the other thread.
#include <pthread.h>
#include <string.h>

static char bytes[8];

static void* first(void* arg) {
  memset(bytes, 1, 5);
  return arg;
}

static void* second(void* arg) {
  bytes[4] = 2;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
