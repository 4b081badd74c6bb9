// expect: race on bytes
// lines: 12, 16
// primitive: memchr
//
// A search reads up to what it looks for.
#include <pthread.h>
#include <string.h>

static char bytes[8] = "abcdefg";

static void* searcher(void* arg) {
  return memchr(bytes, 'c', 8) ? arg : NULL;
}

static void* writer(void* arg) {
  bytes[1] = 'x';
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, searcher, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
