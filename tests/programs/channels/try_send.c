// expect: verified
// search: dpor optimal stateful
//
// A datagram that is sent again until somebody has the address.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address(void) {
  struct sockaddr_un a;
  memset(&a, 0, sizeof a);
  a.sun_family = AF_UNIX;
  strcpy(a.sun_path, "try.socket");
  return a;
}

static void* server(void* unused) {
  int s = socket(AF_UNIX, SOCK_DGRAM, 0);
  struct sockaddr_un a = address();
  assert(bind(s, (void*)&a, sizeof a) == 0);
  char b;
  assert(recv(s, &b, 1, 0) == 1 && b == 'x');
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  int s = socket(AF_UNIX, SOCK_DGRAM, 0);
  struct sockaddr_un a = address();
  while (sendto(s, "x", 1, 0, (void*)&a, sizeof a) < 0) sched_yield();
  pthread_join(t, NULL);
  return 0;
}
