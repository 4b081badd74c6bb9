// expect: race on bytes
// lines: 12, 16
// primitive: memcmp
//
// A comparison reads up to the first difference.
#include <pthread.h>
#include <string.h>

static char bytes[8] = "abcdefg", other[8] = "abcxefg";

static void* comparer(void* arg) {
  return memcmp(bytes, other, 8) ? arg : NULL;
}

static void* writer(void* arg) {
  bytes[3] = 'y';
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, comparer, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
