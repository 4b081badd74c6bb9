// expect: verified
// search: dpor optimal stateful
//
// Until a byte of a file is another one; its size does not change.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int f;
static void* server(void* unused) {
  assert(pwrite(f, "1", 1, 0) == 1);
  return unused;
}

int main(void) {
  f = open("try.content", O_CREAT | O_RDWR | O_TRUNC, 0600);
  assert(pwrite(f, "0", 1, 0) == 1);
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  char c;
  while (pread(f, &c, 1, 0) == 1 && c != '1') sched_yield();
  pthread_join(t, NULL);
  return 0;
}
