// expect: race on date
// lines: 14
// primitive: localtime_r
// primitive: gmtime_r
//
// One structure for two threads.
#include <pthread.h>
#include <time.h>

static const time_t moment = 86400;
static struct tm date;

static void* worker(void* arg) {
  gmtime_r(&moment, &date);
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
