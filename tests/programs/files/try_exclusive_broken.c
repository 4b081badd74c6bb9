// expect: livelock
// search: dpor optimal stateful
//
// Nobody removes the file of the lock.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void* holder(void* unused) {
  close(open("held.lock", O_CREAT | O_EXCL | O_WRONLY, 0600));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, holder, NULL);
  pthread_join(t, NULL);
  while (open("held.lock", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0);
  return 0;
}
