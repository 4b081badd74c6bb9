// expect: verified
// search: dfs dpor optimal
// visible: all
// expect(locking-discipline): verified
//
// Stoller 2002, section 7: the program that shows why the discipline LD' is stricter than LD, put right. The first
// thread initialises v before it lets the second one on; from then on v is protected by a lock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t o = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static int v;

static void* up(void* unused) {
  v = 1;
  sem_post(&semaphore);
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
  pthread_mutex_lock(&o);
  assert(v == 2);
  pthread_mutex_unlock(&o);
  return 0;
}
