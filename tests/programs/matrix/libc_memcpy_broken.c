// expect: race on bytes
// lines: 13, 18
// primitive: memcpy
//
// The source of a copy is written meanwhile.
#include <pthread.h>
#include <string.h>

static char bytes[8];

static void* copier(void* arg) {
  char copy[8];
  memcpy(copy, bytes, sizeof copy);
  return copy[7] ? arg : NULL;
}

static void* writer(void* arg) {
  bytes[7] = 1;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, copier, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
