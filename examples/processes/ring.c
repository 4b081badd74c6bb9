// expect: deadlock
// process: ring.c -- 0
// process: ring.c -- 1
// search: dfs selective invisible-first composed dpor optimal stateful
// timeout: 300
//
// A ring of two processes, each with a socket that the other sends to. Both send more than the sockets hold before they receive:
// when the buffers are full both wait. ring_right.c has one of them receive first.
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { kMessage = 110000, kMessages = 2 };
static char buffer[kMessage];

static struct sockaddr_un address_of(int node) {
  struct sockaddr_un a;
  memset(&a, 0, sizeof a);
  a.sun_family = AF_UNIX;
  strcpy(a.sun_path, node == 0 ? "node 0" : "node 1");
  return a;
}

static sem_t* ready(int node) { return sem_open(node == 0 ? "/ready0" : "/ready1", O_CREAT, 0600, 0); }

static void send_all(int s) {
  for (int i = 0; i < kMessages; i++)
    if (send(s, buffer, kMessage, 0) != kMessage) _exit(2);
}
static void receive_all(int s) {
  for (int i = 0; i < kMessages; i++)
    if (recv(s, buffer, kMessage, 0) != kMessage) _exit(3);
}

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  const int me = atoi(argv[1]), other = 1 - me;
  const struct sockaddr_un mine = address_of(me), theirs = address_of(other);
  const int s = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (bind(s, (const struct sockaddr*)&mine, sizeof mine) != 0) return 4;
  sem_post(ready(me));
  sem_wait(ready(other));
  if (connect(s, (const struct sockaddr*)&theirs, sizeof theirs) != 0) return 5;
#ifdef RIGHT
  if (me == 0) receive_all(s);
#endif
  send_all(s);
#ifdef RIGHT
  if (me == 1) receive_all(s);
#else
  receive_all(s);
#endif
  return 0;
}
