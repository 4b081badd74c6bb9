// expect: livelock
// search: dpor optimal stateful
//
// Shared memory of another name comes.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
static void* server(void* unused) { shm_open("/raedy", O_CREAT | O_RDWR, 0600); return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  while (shm_open("/ready", O_RDWR, 0) < 0);
  pthread_join(t, NULL);
  return 0;
}
