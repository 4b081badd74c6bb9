// expect: race
// search: dpor stateful best-first
// visible: all
//
// DisBarrier (2,2): in each round of the barrier a thread sets a flag of its partner and waits for its own. All flags are
// plain.
#include <stdbool.h>

#include "threads.h"

enum { kThreads = 2, kRounds = 2, kLevels = 1 };

struct Node {
  bool flag[2];
  struct Node *partner;
};
struct Barrier {
  int levels;
  struct Node *node[kLevels][kThreads];
};

// Two sets of flags in turn, and after both with the other value.
static _Thread_local int my_id, my_parity;
static _Thread_local bool my_sense = true;

static void await(struct Barrier *b) {
  int parity = my_parity, me = my_id;
  bool sense = my_sense;
  for (int level = 0; level < b->levels; level++) {
    b->node[level][me]->partner->flag[parity] = sense;
    while (b->node[level][me]->flag[parity] != sense) {
    }
  }
  if (parity == 1) my_sense = !sense;
  my_parity = 1 - parity;
}

#include "barrier_test.h"

static struct Node node[kLevels][kThreads];
static struct Barrier barrier = {.levels = kLevels};

int main(void) {
  for (int level = 0; level < kLevels; level++)
    for (int i = 0; i < kThreads; i++) {
      node[level][i].partner = &node[level][(i + (1 << level)) % kThreads];
      barrier.node[level][i] = &node[level][i];
    }
  run_test(&barrier);
}
