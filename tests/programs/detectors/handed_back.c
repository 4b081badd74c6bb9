// expect: verified
// detectors: exact
// expect(eraser): discipline on box
// expect(locking-discipline): discipline on box
// search: dfs dpor optimal selective invisible-first composed
//
// A box goes to a worker by one semaphore and comes back by another: always one owner and never a lock. Happens-before
// knows that, the disciplines do not.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t full, empty;
static int box;

static void *worker(void *unused) {
  sem_wait(&full);
  box = box + 1;
  sem_post(&empty);
  return unused;
}

int main(void) {
  pthread_t other;
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 0);
  pthread_create(&other, NULL, worker, NULL);
  box = 1;
  sem_post(&full);
  sem_wait(&empty);
  box = box + 1;
  assert(box == 3);
  pthread_join(other, NULL);
}
