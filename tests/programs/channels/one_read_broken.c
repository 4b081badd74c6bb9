// expect: assertion
// search: dpor optimal stateful
//
// One call of recv, taking for granted that it gets all that was sent by two.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int sp[2];
static void* producer(void* a) {
  send(sp[0], "ab", 2, 0);
  send(sp[0], "cd", 2, 0);
  return a;
}
int main(void) {
  socketpair(AF_UNIX, SOCK_STREAM, 0, sp);
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  char buf[4];
  assert(recv(sp[1], buf, 4, 0) == 4);
  pthread_join(t, 0);
  return 0;
}
