// expect: verified
// primitive: localtime
// primitive: gmtime
// primitive: asctime
// primitive: ctime
// exit: 0
//
// The functions that return memory of their own, used under a lock.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  const time_t moment = 0;
  pthread_mutex_lock(&m);
  struct tm* date = gmtime(&moment);
  assert(date->tm_year == 70 && localtime(&moment) == date);
  assert(strlen(asctime(date)) == 25 && strlen(ctime(&moment)) == 25);
  pthread_mutex_unlock(&m);
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
