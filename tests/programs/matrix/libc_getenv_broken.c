// expect: race
// lines: 11, 16
// primitive: getenv
// primitive: setenv
//
// One thread changes the environment, another asks for a variable.
#include <pthread.h>
#include <stdlib.h>

static void* changer(void* arg) {
  setenv("NAME", "value", 1);
  return arg;
}

static void* reader(void* arg) {
  return getenv("NAME") ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, changer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
