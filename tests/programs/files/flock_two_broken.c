// expect: deadlock
// search: dpor optimal stateful
//
// Two locks in different orders.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static void both(const char* one, const char* two) {
  int f = open(one, O_CREAT | O_RDWR, 0600), g = open(two, O_CREAT | O_RDWR, 0600);
  assert(flock(f, LOCK_EX) == 0 && flock(g, LOCK_EX) == 0);
  close(g);
  close(f);
}
static void* server(void* unused) {
  both("a.lock", "b.lock");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  both("b.lock", "a.lock");
  pthread_join(t, NULL);
  return 0;
}
