// expect: livelock
// search: dpor optimal stateful
//
// A semaphore of another name comes.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
static void* server(void* unused) { sem_open("/raedy", O_CREAT, 0600, 0); return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  while (sem_open("/ready", 0) == SEM_FAILED);
  pthread_join(t, NULL);
  return 0;
}
