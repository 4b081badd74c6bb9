// expect: verified
// exit: 0 1
//
// Readers and writers, readers first: the first reader in takes the room, the last one out gives it back.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers, value, copy;

static void* reader(void* arg) {
  pthread_mutex_lock(&m);
  if (++readers == 1) sem_wait(&room);
  pthread_mutex_unlock(&m);
  int seen = value;
  assert(seen == copy);
  pthread_mutex_lock(&m);
  if (--readers == 0) sem_post(&room);
  pthread_mutex_unlock(&m);
  return seen ? arg : NULL;
}

int main(void) {
  pthread_t threads[2];
  void* saw;
  sem_init(&room, 0, 1);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, reader, &value);
  sem_wait(&room);
  value++;
  copy++;
  sem_post(&room);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], &saw);
  sem_destroy(&room);
  return saw != NULL;
}
