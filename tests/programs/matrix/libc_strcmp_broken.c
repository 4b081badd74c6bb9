// expect: race on text
// lines: 13, 17
// primitive: strcmp
// primitive: strncmp
//
// A text is changed while it is compared.
#include <pthread.h>
#include <string.h>

static char text[8] = "abc";

static void* comparer(void* arg) {
  return strcmp("abd", text) ? arg : NULL;
}

static void* writer(void* arg) {
  text[2] = 'd';
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
