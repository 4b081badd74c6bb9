// expect: race on node
// search: dpor stateful best-first
// visible: all
//
// DisBarrier (2,2): in each round of the barrier a thread sets a flag of its partner and waits for its own. The reference
// to the flags is safe, the flags themselves are plain.
#include <assert.h>

#include "threads.h"

enum { kThreads = 2, kRounds = 2, kLevels = 1 };

static struct Node {
  int flag[2][kLevels];
  struct Node *partner[kLevels];
} node[kThreads];
static int round_of[kThreads];

// Two sets of flags in turn, and each time with the other value.
static void await(int me, int round) {
  int parity = round & 1, sense = !((round >> 1) & 1);
  for (int level = 0; level < kLevels; level++) {
    node[me].partner[level]->flag[parity][level] = sense;
    while (node[me].flag[parity][level] != sense) {
    }
  }
}

static void work(int me) {
  for (int round = 0; round < kRounds; round++) {
    round_of[me] = round;
    await(me, round);
    for (int other = 0; other < kThreads; other++) assert(round_of[other] >= round);
  }
}

int main(void) {
  for (int i = 0; i < kThreads; i++)
    for (int level = 0; level < kLevels; level++) node[i].partner[level] = &node[(i + (1 << level)) % kThreads];
  run_threads(kThreads);
}
