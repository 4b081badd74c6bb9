// expect: deadlock
// search: dfs selective invisible-first composed dpor optimal stateful
//
// Three threads in a ring, each with a pipe to the next. Each sends all of its block before it receives: when the pipes
// are full nobody goes on. In pipe_ring_right.c one of them receives first.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef THREADS
#define THREADS 3
#endif
enum { kThreads = THREADS, kBlock = 100000 };
static int pipes[kThreads][2];
static char blocks[kThreads][kBlock], received[kThreads][kBlock];

static void send_block(long i) {
  if (write(pipes[i][1], blocks[i], kBlock) != kBlock) exit(2);
}
static void receive_block(long i) {
  for (size_t n = 0; n < kBlock;) {
    const ssize_t part = read(pipes[(i + kThreads - 1) % kThreads][0], received[i] + n, kBlock - n);
    if (part <= 0) exit(3);
    n += (size_t)part;
  }
}
static void* station(void* argument) {
  const long i = (long)argument;
#ifdef RIGHT
  if (i == 0) receive_block(i);
#endif
  send_block(i);
#ifdef RIGHT
  if (i == 0) return NULL;
#endif
  receive_block(i);
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
