// expect: livelock
// primitive: pthread_cond_timedwait
//
// The producer looks for the consumer's flag, the consumer for the producer's.
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int here, there;

static void wait_until_set(const int* flag) {
  while (!*flag) {
    struct timeval now;
    gettimeofday(&now, NULL);
    struct timespec soon = {now.tv_sec, (now.tv_usec + 20000) * 1000};
    if (soon.tv_nsec >= 1000000000) {
      soon.tv_sec++;
      soon.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(&c, &m, &soon);
  }
}

static void* consumer(void* arg) {
  pthread_mutex_lock(&m);
  wait_until_set(&here);
  there = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, consumer, NULL);
  pthread_mutex_lock(&m);
  wait_until_set(&there);
  here = 1;
  pthread_mutex_unlock(&m);
  pthread_join(one, NULL);
  return 0;
}
