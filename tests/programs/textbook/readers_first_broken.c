// expect: race on value
// lines: 18, 31
// search: dpor optimal
//
// readers_first.c where every reader that leaves gives the room back, not only the last: the writer comes in while
// another reader is still there.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers, value;

static void* reader(void* arg) {
  pthread_mutex_lock(&m);
  if (++readers == 1) sem_wait(&room);
  pthread_mutex_unlock(&m);
  int seen = value;
  pthread_mutex_lock(&m);
  --readers;
  sem_post(&room);
  pthread_mutex_unlock(&m);
  return seen ? arg : NULL;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&room, 0, 1);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, reader, NULL);
  sem_wait(&room);
  value = 1;
  sem_post(&room);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
