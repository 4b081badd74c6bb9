// expect: race
// search: dpor best-first
// visible: sync all
//
// CorrectedMCSLock (2,4): each waits for its own node, which its predecessor unlocks. The tail of the queue is atomic, what
// a node says is plain.
#include <stdatomic.h>

#include "threads.h"

enum { kThreads = 2, kRounds = 2 };

static struct Node {
  int locked;
  struct Node *next;
} node[kThreads];
static _Atomic(struct Node *) tail;
static int counter;

static void lock(struct Node *mine) {
  mine->next = 0;
  struct Node *before = atomic_exchange(&tail, mine);
  if (before == 0) return;
  mine->locked = 1;
  before->next = mine;
  while (mine->locked) {
  }
}

static void unlock(struct Node *mine) {
  if (mine->next == 0) {
    struct Node *expected = mine;
    if (atomic_compare_exchange_strong(&tail, &expected, 0)) return;
    while (mine->next == 0) {
    }
  }
  mine->next->locked = 0;
  mine->next = 0;
}

static void work(int me) {
  for (int i = 0; i < kRounds; i++) {
    lock(&node[me]);
    counter = counter + 1;
    unlock(&node[me]);
  }
}

int main(void) { run_threads(kThreads); }
