// expect: verified
// search: dpor optimal stateful
// exit: 0 1
//
// Waiting for either of two pipes: whichever comes first, and what was written before it is there.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2][2], data[2];

static void* writer(void* argument) {
  const long i = (long)argument;
  data[i] = 1;
  assert(write(ends[i][1], "x", 1) == 1);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  assert(pipe(ends[0]) == 0 && pipe(ends[1]) == 0);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, writer, (void*)i);
  struct pollfd both[2] = {{ends[0][0], POLLIN, 0}, {ends[1][0], POLLIN, 0}};
  assert(poll(both, 2, -1) >= 1);
  const int first = both[0].revents & POLLIN ? 0 : 1;
  char c;
  assert(read(ends[first][0], &c, 1) == 1 && data[first] == 1);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return first;
}
