// expect: race on part
// lines: 12, 16
// primitive: strstr
//
// The text that is looked for changes.
#include <pthread.h>
#include <string.h>

static char part[8] = "ab";

static void* searcher(void* arg) {
  return strstr("xxabxx", part) ? arg : NULL;
}

static void* writer(void* arg) {
  part[1] = 'd';
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
