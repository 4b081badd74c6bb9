// expect: race on v
// detectors: exact
// expect(eraser): inconclusive
// expect(locking-discipline): discipline on v
// message(locking-discipline): the initialisation of 'v' by
//
// Stoller 2002, section 7: the assignment after the post may come second. Switching at synchronisation only, it always
// comes first, and eraser takes it for the initialisation.
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
