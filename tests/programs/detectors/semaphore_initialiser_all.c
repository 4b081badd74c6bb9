// expect: race on v
// detectors: exact
// visible: all
// expect(eraser): discipline on v
// message(eraser): a write with no lock by a second thread
//
// The same with every access as a scheduling point: now the schedule exists on which eraser sees it.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t o = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int v;

static void *up(void *unused) {
  sem_post(&s);
  v = 1;
  return unused;
}

static void *down(void *unused) {
  sem_wait(&s);
  pthread_mutex_lock(&o);
  v = 2;
  pthread_mutex_unlock(&o);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 0);
  pthread_create(&a, NULL, up, NULL);
  pthread_create(&b, NULL, down, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
