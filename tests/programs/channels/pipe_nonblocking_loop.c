// expect: verified
// search: dpor optimal stateful
//
// A loop that tries until there is something waits like any other.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <fcntl.h>
#include <unistd.h>

static int ends[2], data;

static void* writer(void* unused) {
  data = 1;
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  assert(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
  pthread_create(&t, NULL, writer, NULL);
  char c;
  while (read(ends[0], &c, 1) < 0) assert(errno == EAGAIN), sched_yield();
  assert(data == 1);
  pthread_join(t, NULL);
  return 0;
}
