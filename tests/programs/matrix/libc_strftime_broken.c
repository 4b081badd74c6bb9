// expect: race on text
// lines: 14
// primitive: strftime
// primitive: asctime_r
//
// One buffer for two threads.
#include <pthread.h>
#include <time.h>

static char text[32];

static void* worker(void* arg) {
  struct tm date = {.tm_mday = 1};
  strftime(text, sizeof text, "%d", &date);
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
