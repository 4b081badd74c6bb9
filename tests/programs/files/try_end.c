// expect: verified
// search: dpor optimal stateful
//
// At the end of a file, until there is more.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int g;
static void* server(void* unused) {
  assert(write(g, "x", 1) == 1);
  return unused;
}

int main(void) {
  g = open("try.end", O_CREAT | O_WRONLY, 0600);
  int f = open("try.end", O_RDONLY);
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  char c;
  while (read(f, &c, 1) == 0) sched_yield();
  assert(c == 'x');
  pthread_join(t, NULL);
  return 0;
}
