// expect: race on date
// lines: 12
// primitive: mktime
//
// mktime corrects the structure that it is given.
#include <pthread.h>
#include <time.h>

static struct tm date;

static void* worker(void* arg) {
  return mktime(&date) ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
