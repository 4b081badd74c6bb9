// expect: verified
// search: dpor optimal stateful
//
// Two threads that want the same port.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void* user(void* unused) {
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in a;
  memset(&a, 0, sizeof a);
  a.sin_family = AF_INET;
  a.sin_port = htons(40777);
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  while (bind(s, (void*)&a, sizeof a) < 0) assert(errno == EADDRINUSE), sched_yield();
  close(s);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  user(NULL);
  pthread_join(t, NULL);
  return 0;
}
