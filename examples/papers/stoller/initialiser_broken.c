// expect: race on v
// search: dfs dpor optimal
// expect(eraser): inconclusive
// expect(locking-discipline): discipline on v
// message(locking-discipline): the initialisation of 'v' by
//
// Stoller 2002, section 7, as it is there: the assignment after Up() may come second, and holds no lock. Where threads
// switch at visible operations only it always comes first. LD takes it for an initialisation then (as eraser does); LD'
// sees that it does not come before the second thread is let on.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t o = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static int v;

static void* up(void* unused) {
  sem_post(&semaphore);
  v = 1;
  return unused;
}

static void* down(void* unused) {
  sem_wait(&semaphore);
  pthread_mutex_lock(&o);
  v = 2;
  pthread_mutex_unlock(&o);
  return unused;
}

int main(void) {
  pthread_t one, two;
  sem_init(&semaphore, 0, 0);
  pthread_create(&one, 0, up, 0);
  pthread_create(&two, 0, down, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
