// expect: race on data
// search: dpor optimal stateful
//
// That poll says there is something orders nothing; only receiving it does.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
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
  pthread_create(&t, NULL, writer, NULL);
  struct pollfd one = {ends[0], POLLIN, 0};
  assert(poll(&one, 1, -1) == 1);
  assert(data == 1);
  pthread_join(t, NULL);
  return 0;
}
