// expect: deadlock
// search: dpor optimal stateful
//
// Three threads in a ring, each with a pipe to the next. Each sends all of its block before it receives: when the pipes
// are full nobody goes on.
#include <pthread.h>
#include <unistd.h>

enum { kThreads = 3, kBlock = 100000 };
static int pipes[kThreads][2];
static char blocks[kThreads][kBlock], received[kThreads][kBlock];

static void* station(void* argument) {
  const long i = (long)argument;
  if (write(pipes[i][1], blocks[i], kBlock) != kBlock) return NULL;
  for (size_t n = 0; n < kBlock;) {
    const ssize_t part = read(pipes[(i + kThreads - 1) % kThreads][0], received[i] + n, kBlock - n);
    if (part <= 0) return NULL;
    n += (size_t)part;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++)
    if (pipe(pipes[i]) != 0) return 1;
  for (long i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, station, (void*)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  return 0;
}
