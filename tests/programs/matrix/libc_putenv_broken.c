// expect: race
// lines: 13, 18
// primitive: putenv
// primitive: unsetenv
//
// Two threads change the environment.
#include <pthread.h>
#include <stdlib.h>

static char text[] = "NAME=value";

static void* first(void* arg) {
  putenv(text);
  return arg;
}

static void* second(void* arg) {
  unsetenv("OTHER");
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
