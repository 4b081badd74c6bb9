// expect: race on sense
// search: dpor best-first
// visible: all
//
// StaticTreeBarrier (7,1): a thread waits for its children, tells its parent, and waits for the root to turn the sense
// round. The counters are atomic, the sense is plain.
#include <stdatomic.h>

#include "threads.h"

enum { kThreads = 7, kRounds = 1 };

static struct Node {
  int parent, children;
  atomic_int missing;
} node[kThreads];
static int sense;
static int round_of[kThreads];

static void await(int me, int my_sense) {
  while (atomic_load(&node[me].missing) > 0) {
  }
  atomic_store(&node[me].missing, node[me].children);
  if (me == 0) {
    sense = my_sense;
  } else {
    atomic_fetch_sub(&node[node[me].parent].missing, 1);
    while (sense != my_sense) {
    }
  }
}

static void work(int me) {
  for (int round = 0; round < kRounds; round++) {
    round_of[me] = round;
    await(me, !(round & 1));
  }
}

int main(void) {
  for (int i = 1; i < kThreads; i++) {
    node[i].parent = (i - 1) / 2;
    node[(i - 1) / 2].children++;
  }
  for (int i = 0; i < kThreads; i++) atomic_init(&node[i].missing, node[i].children);
  run_threads(kThreads);
}
