// The test of a barrier: in each round a thread notes the round, all meet, it looks whether all have noted it, and all meet
// again. Before this: struct Barrier, await, kThreads, kRounds.
#include <assert.h>

static int noted[kThreads];
static struct Test {
  int index, threads, rounds;
  struct Barrier *barrier;
} test[kThreads];

static void work(int me) {
  struct Test *t = &test[me];
  my_id = t->index;
  for (int round = 0; round < t->rounds; round++) {
    noted[t->index] = round;
    await(t->barrier);
    for (int i = 0; i < t->threads; i++) assert(noted[i] == round);
    await(t->barrier);
  }
}

static void run_test(struct Barrier *barrier) {
  for (int i = 0; i < kThreads; i++) test[i] = (struct Test){i, kThreads, kRounds, barrier};
  run_threads(kThreads);
}
