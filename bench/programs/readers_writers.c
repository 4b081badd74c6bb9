// READERS threads and WRITERS threads, each ROUNDS times, on a read/write lock.
#include <assert.h>
#include <pthread.h>

#ifndef READERS
#define READERS 2
#endif
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, copy;

static void* read_it(void* unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_rwlock_rdlock(&lock);
    assert(value == copy);
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

static void* write_it(void* unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_rwlock_wrlock(&lock);
    value++;
    copy++;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[READERS + WRITERS];
  for (int i = 0; i < READERS; i++) pthread_create(&threads[i], 0, read_it, 0);
  for (int i = READERS; i < READERS + WRITERS; i++) pthread_create(&threads[i], 0, write_it, 0);
  for (int i = 0; i < READERS + WRITERS; i++) pthread_join(threads[i], 0);
  return value == WRITERS * ROUNDS ? 0 : 1;
}
