// expect: livelock
// search: dpor optimal stateful
//
// Another file comes.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void* server(void* unused) {
  close(open("try.raedy", O_CREAT | O_WRONLY, 0600));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  while (access("try.ready", F_OK) != 0);
  pthread_join(t, NULL);
  return 0;
}
