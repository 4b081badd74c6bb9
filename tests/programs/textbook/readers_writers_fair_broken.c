// expect: deadlock
//
// A turnstile that the reader holds until it has the room, and a writer that takes the two the other way round.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t turnstile, room;
static int readers, value;

static void* reader(void* arg) {
  sem_wait(&turnstile);
  pthread_mutex_lock(&m);
  if (++readers == 1) sem_wait(&room);
  pthread_mutex_unlock(&m);
  sem_post(&turnstile);
  int seen = value;
  pthread_mutex_lock(&m);
  if (--readers == 0) sem_post(&room);
  pthread_mutex_unlock(&m);
  return seen ? arg : NULL;
}

int main(void) {
  pthread_t thread;
  sem_init(&turnstile, 0, 1);
  sem_init(&room, 0, 1);
  pthread_create(&thread, NULL, reader, NULL);
  sem_wait(&room);
  sem_wait(&turnstile);
  value++;
  sem_post(&turnstile);
  sem_post(&room);
  pthread_join(thread, NULL);
  return 0;
}
