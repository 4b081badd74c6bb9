// expect: verified
// primitive: localtime_r
// primitive: gmtime_r
// primitive: asctime_r
// primitive: strftime
// primitive: mktime
// exit: 0
//
// Dates in structures and buffers of the caller.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static const time_t moment = 86400;

static void* worker(void* arg) {
  struct tm date, local;
  char text[32];
  assert(gmtime_r(&moment, &date) == &date && date.tm_mday == 2 && date.tm_year == 70);
  assert(strcmp(asctime_r(&date, text), "Fri Jan  2 00:00:00 1970\n") == 0);
  assert(strftime(text, sizeof text, "%Y-%m-%d", &date) == 10 && strcmp(text, "1970-01-02") == 0);
  assert(timegm(&date) == moment);
  assert(localtime_r(&moment, &local) == &local && mktime(&local) == moment);
  assert(difftime(moment, 0) == 86400);
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
