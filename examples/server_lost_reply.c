// expect: deadlock
// search: dfs selective invisible-first composed dpor optimal stateful
//
// The server looks once whether there is a request, and does not wait for one: a request that comes later is never
// answered, and its client waits forever.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* server(void* unused) {
  char request;
  if (recv(ends[1], &request, 1, MSG_DONTWAIT) != 1) return unused;  // nobody has asked, it thinks
  if (send(ends[1], &request, 1, 0) != 1) return unused;
  return unused;
}

int main(void) {
  pthread_t t;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  pthread_create(&t, NULL, server, NULL);
  char reply = 'q';
  if (send(ends[0], &reply, 1, 0) != 1) return 1;
  if (recv(ends[0], &reply, 1, 0) != 1) return 1;
  pthread_join(t, NULL);
  return 0;
}
