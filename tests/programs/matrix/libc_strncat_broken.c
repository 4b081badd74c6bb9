// expect: race on text
// lines: 12
// primitive: strncat
//
// Two threads append to one text.
#include <pthread.h>
#include <string.h>

static char text[16];

static void* worker(void* arg) {
  strncat(text, "xyz", 2);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
