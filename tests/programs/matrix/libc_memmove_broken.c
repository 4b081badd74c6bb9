// expect: race on bytes
// lines: 12, 17
// primitive: memmove
//
// Bytes are moved to where another thread reads.
#include <pthread.h>
#include <string.h>

static char bytes[8];

static void* mover(void* arg) {
  memmove(bytes + 1, bytes, 4);
  return arg;
}

static void* reader(void* arg) {
  return bytes[4] ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, mover, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
