// expect: deadlock
//
// A holds m and joins B, B waits for m: main could cancel A, but joins it.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t created;
pthread_t b;

void release(void *unused) { pthread_mutex_unlock(&m); }

void *second(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

void *first(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(release, 0);
  pthread_create(&b, 0, second, 0);
  sem_post(&created);
  pthread_join(b, 0);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  sem_init(&created, 0, 0);
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  sem_wait(&created);
  pthread_join(a, 0);
  pthread_cancel(b);
  pthread_join(b, 0);
  return 0;
}
