// expect: verified
//
// What is polled is a flag under a mutex, a semaphore, a mutex that stays locked, a spin lock and a rwlock.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, busy = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
sem_t none;
int quit;

void *flag_under_mutex(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    int q = quit;
    pthread_mutex_unlock(&m);
    if (q) break;
    struct timespec t = {0, 1000};
    nanosleep(&t, 0);
  }
  return unused;
}
void *semaphore(void *unused) {
  while (sem_trywait(&none)) pthread_testcancel();
  return unused;
}
void *mutex(void *unused) {
  while (pthread_mutex_trylock(&busy)) pthread_testcancel();
  pthread_mutex_unlock(&busy);
  return unused;
}
void *rwlock(void *unused) {
  while (pthread_rwlock_tryrdlock(&rw)) pthread_testcancel();
  pthread_rwlock_unlock(&rw);
  return unused;
}

int main(void) {
  void *(*loops[])(void *) = {flag_under_mutex, semaphore, mutex, rwlock};
  sem_init(&none, 0, 0);
  pthread_mutex_lock(&busy);
  pthread_rwlock_wrlock(&rw);
  for (int i = 0; i < 4; i++) {
    pthread_t t;
    pthread_create(&t, 0, loops[i], 0);
    pthread_cancel(t);
    pthread_join(t, 0);
  }
  pthread_rwlock_unlock(&rw);
  pthread_mutex_unlock(&busy);
  return 0;
}
