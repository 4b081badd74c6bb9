// expect: race on text
// lines: 14, 18
// primitive: atoi
// primitive: strtol
// primitive: strtoul
//
// A digit changes while the number is read.
#include <pthread.h>
#include <stdlib.h>

static char text[8] = "42";

static void* reader(void* arg) {
  return atoi(text) ? arg : NULL;
}

static void* writer(void* arg) {
  text[1] = '3';
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
