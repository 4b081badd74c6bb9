// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// Messages with their lengths in front, read piece by piece until the other end is shut down.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static int sp[2];
static void put(const char* s) {
  uint32_t n = strlen(s);
  assert(send(sp[0], &n, 4, 0) == 4);
  assert(send(sp[0], s, n, 0) == n);
}
static int all(void* p, size_t n) {
  size_t d = 0;
  while (d < n) {
    ssize_t k = recv(sp[1], (char*)p + d, n - d, 0);
    if (k <= 0) return 0;
    d += k;
  }
  return 1;
}
static void* producer(void* a) {
  put("hello");
  put("wd");
  shutdown(sp[0], SHUT_WR);
  return a;
}
int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, sp) == 0);
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  int count = 0, total = 0;
  uint32_t n;
  char buf[16];
  while (all(&n, 4)) {
    assert(n <= sizeof buf && all(buf, n));
    count++;
    total += n;
  }
  assert(count == 2 && total == 7);
  pthread_join(t, 0);
  return 0;
}
