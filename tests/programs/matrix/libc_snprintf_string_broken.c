// expect: race on name
// lines: 14, 18
// primitive: snprintf
// primitive: asprintf
//
// An argument of %s is written while it is read.
#include <pthread.h>
#include <stdio.h>

static char name[8] = "ab";

static void* formatter(void* arg) {
  char out[32];
  return snprintf(out, sizeof out, "%d %s", 7, name) ? arg : NULL;
}

static void* writer(void* arg) {
  name[1] = 'x';
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, formatter, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
