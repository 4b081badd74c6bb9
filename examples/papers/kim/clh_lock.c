// expect: race
// search: dpor best-first
// visible: sync all
//
// CLHLock (4,8): each waits for the node of its predecessor, and goes on with that node. The tail of the queue is atomic,
// what a node says is plain.
#include <stdatomic.h>

#include "threads.h"

enum { kThreads = 4, kRounds = 2 };

static struct Node {
  int locked;
} node[kThreads + 1];
static _Atomic(struct Node *) tail = &node[kThreads];
static int counter;

static void work(int me) {
  struct Node *mine = &node[me];
  for (int i = 0; i < kRounds; i++) {
    mine->locked = 1;
    struct Node *before = atomic_exchange(&tail, mine);
    while (before->locked) {
    }
    counter = counter + 1;
    mine->locked = 0;
    mine = before;
  }
}

int main(void) { run_threads(kThreads); }
