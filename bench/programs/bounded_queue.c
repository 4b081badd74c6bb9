// PRODUCERS threads put ITEMS items each into a queue with room for ROOM, CONSUMERS threads take as many out. All items are
// alike, so what the queue holds is how many there are. With TALLY, what was moved is counted under a lock of its own.
#include <assert.h>
#include <pthread.h>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef ROOM
#define ROOM 1
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int used;

static void tally(void) {
#ifdef TALLY
  static pthread_mutex_t tally_lock = PTHREAD_MUTEX_INITIALIZER;
  static int moved;
  pthread_mutex_lock(&tally_lock);
  moved++;
  pthread_mutex_unlock(&tally_lock);
#endif
}

static void* produce(void* unused) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&m);
    while (used == ROOM) pthread_cond_wait(&not_full, &m);
    used++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
    tally();
  }
  return unused;
}

static void* consume(void* unused) {
  for (int i = 0; i < ITEMS * PRODUCERS / CONSUMERS; i++) {
    pthread_mutex_lock(&m);
    while (used == 0) pthread_cond_wait(&not_empty, &m);
    used--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
    tally();
  }
  return unused;
}

int main(void) {
  pthread_t threads[PRODUCERS + CONSUMERS];
  for (int i = 0; i < PRODUCERS; i++) pthread_create(&threads[i], 0, produce, 0);
  for (int i = PRODUCERS; i < PRODUCERS + CONSUMERS; i++) pthread_create(&threads[i], 0, consume, 0);
  for (int i = 0; i < PRODUCERS + CONSUMERS; i++) pthread_join(threads[i], 0);
  assert(used == 0);
  return 0;
}
