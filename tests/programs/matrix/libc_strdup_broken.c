// expect: race on text
// lines: 14, 19
// primitive: strdup
// primitive: strndup
//
// What is copied changes.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[8] = "text";

static void* copier(void* arg) {
  free(strdup(text));
  return arg;
}

static void* writer(void* arg) {
  text[3] = 's';
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
