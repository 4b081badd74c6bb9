// expect: verified
//
// Readers and writers, fair: everybody passes a turnstile first, and a writer holds it until it has been in the room,
// so that no later reader overtakes it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t turnstile, room;
static int readers, value, copy;

static void* reader(void* arg) {
  sem_wait(&turnstile);
  sem_post(&turnstile);
  pthread_mutex_lock(&m);
  if (++readers == 1) sem_wait(&room);
  pthread_mutex_unlock(&m);
  assert(value == copy);
  pthread_mutex_lock(&m);
  if (--readers == 0) sem_post(&room);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&turnstile, 0, 1);
  sem_init(&room, 0, 1);
  pthread_create(&thread, NULL, reader, NULL);
  sem_wait(&turnstile);
  sem_wait(&room);
  value++;
  copy++;
  sem_post(&turnstile);
  sem_post(&room);
  pthread_join(thread, NULL);
  return 0;
}
