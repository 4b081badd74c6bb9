// expect: verified
// search: dpor optimal
// exit: 0 1
//
// A time limit may be over before the message comes, or after.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  pthread_create(&t, NULL, writer, NULL);
  struct pollfd one = {ends[0], POLLIN, 0};
  const int n = poll(&one, 1, 1000);
  pthread_join(t, NULL);
  return n;
}
