// expect: race
// lines: 13, 17
// primitive: localtime
// primitive: gmtime
//
// localtime and gmtime return the same structure to everybody.
#include <pthread.h>
#include <time.h>

static const time_t moment = 0;

static void* first(void* arg) {
  return localtime(&moment) ? arg : NULL;
}

static void* second(void* arg) {
  return gmtime(&moment) ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
