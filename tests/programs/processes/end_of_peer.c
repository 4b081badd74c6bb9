// expect: verified
// process: end_of_peer.c -DSERVER
// process: end_of_peer.c -DCLIENT
// search: dpor optimal stateful
//
// A process that ends without closing anything, with a thread that waits: its peer reads what was sent, and then the end. Handlers
// of exit run in their own process only.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un here(void) {
  struct sockaddr_un a;
  memset(&a, 0, sizeof a);
  a.sun_family = AF_UNIX;
  strcpy(a.sun_path, "here");
  return a;
}
static sem_t* listening(void) { return sem_open("/listening", O_CREAT, 0600, 0); }
static int handlers;
static void handler(void) {
  handlers++;
  if (handlers != 1) abort();
}

#ifdef SERVER
int main(void) {
  const struct sockaddr_un a = here();
  const int s = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(s, (const struct sockaddr*)&a, sizeof a) != 0 || listen(s, 1) != 0) return 1;
  sem_post(listening());
  const int c = accept(s, 0, 0);
  char b[4];
  assert(read(c, b, sizeof b) == 2);
  assert(read(c, b, sizeof b) == 0);
  atexit(handler);
  return 0;
}
#else
static void* waits(void* socket) {
  char b;
  if (read(*(int*)socket, &b, 1) != 0) abort();
  return 0;
}
int main(void) {
  const struct sockaddr_un a = here();
  static int s;
  sem_wait(listening());
  s = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(s, (const struct sockaddr*)&a, sizeof a) != 0) return 1;
  pthread_t t;
  pthread_create(&t, 0, waits, &s);
  assert(write(s, "hi", 2) == 2);
  atexit(handler);
  return 0;
}
#endif
