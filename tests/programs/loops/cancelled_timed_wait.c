// expect: verified
//
// The wait has a limit and the loop has no other end than the cancellation, which gives the mutex back in a handler.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t none;
int quit;

void release(void *unused) { pthread_mutex_unlock(&m); }

void *condition(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(release, 0);
  struct timespec past = {1, 0};
  while (!quit) pthread_cond_timedwait(&c, &m, &past);
  pthread_cleanup_pop(1);
  return unused;
}
void *semaphore(void *unused) {
  struct timespec past = {1, 0};
  while (sem_timedwait(&none, &past)) {
  }
  return unused;
}

int main(void) {
  sem_init(&none, 0, 0);
  pthread_t t;
  pthread_create(&t, 0, condition, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  pthread_create(&t, 0, semaphore, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
