// expect: verified
// primitive: pthread_timedjoin_np
// exit: 0 1
//
// A thread is cancelled in a join with a limit; then another one can join. Or the join was over before.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static pthread_t target;
static atomic_int joined;

static void* leaf(void* arg) { return arg; }
static void* joiner(void* arg) {
  struct timespec far = {1, 0};
  far.tv_sec += time(NULL) + 3600 * 24 * 1000;
  if (pthread_timedjoin_np(target, NULL, &far) == 0) joined = 1;
  return arg;
}

int main(void) {
  pthread_t one;
  void* value;
  pthread_create(&target, NULL, leaf, NULL);
  pthread_create(&one, NULL, joiner, NULL);
  pthread_cancel(one);
  pthread_join(one, &value);
  assert(value == PTHREAD_CANCELED || joined);
  if (!joined) pthread_join(target, NULL);
  return joined;
}
