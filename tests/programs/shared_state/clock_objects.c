// expect: verified
// search: dpor optimal
//
// Barriers, semaphores, read/write locks, once and condition variables carry the time as mutexes do; so do all the
// functions that read it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct timespec written, posted, arrived;

static int is_past(struct timespec t) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec > t.tv_sec || (now.tv_sec == t.tv_sec && now.tv_nsec >= t.tv_nsec);
}

static void* worker(void* unused) {
  (void)unused;
  sleep(3);
  pthread_rwlock_wrlock(&lock);
  clock_gettime(CLOCK_REALTIME, &written);
  pthread_rwlock_unlock(&lock);
  sleep(3);
  clock_gettime(CLOCK_MONOTONIC, &posted);
  sem_post(&semaphore);
  usleep(3000000);
  clock_gettime(CLOCK_MONOTONIC, &arrived);
  pthread_barrier_wait(&barrier);
  return 0;
}

int main(void) {
  pthread_barrier_init(&barrier, 0, 2);
  sem_init(&semaphore, 0, 0);
  const time_t begun = time(0);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_rwlock_rdlock(&lock);
  assert(is_past(written));
  pthread_rwlock_unlock(&lock);
  sem_wait(&semaphore);
  assert(is_past(posted));
  assert(time(0) - begun >= 6);
  pthread_barrier_wait(&barrier);
  assert(is_past(arrived));
  struct timeval now;
  gettimeofday(&now, 0);
  assert(now.tv_sec - begun >= 9);
  pthread_join(t, 0);
  return 0;
}
