// expect: race
// lines: 14, 18
// primitive: asctime
// primitive: ctime
//
// asctime and ctime write the same text.
#include <pthread.h>
#include <time.h>

static const time_t moment = 0;

static void* first(void* arg) {
  struct tm date = {.tm_mday = 1};
  return asctime(&date) ? arg : NULL;
}

static void* second(void* arg) {
  return ctime(&moment) ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
