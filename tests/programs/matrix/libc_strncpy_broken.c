// expect: race on text
// lines: 12, 17
// primitive: strncpy
//
// strncpy writes all n bytes, however short the text is.
#include <pthread.h>
#include <string.h>

static char text[8];

static void* writer(void* arg) {
  strncpy(text, "a", 8);
  return arg;
}

static void* other(void* arg) {
  text[7] = 1;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, other, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
