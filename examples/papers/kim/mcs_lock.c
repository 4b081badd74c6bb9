// expect: race
// search: dpor best-first
// visible: sync all
//
// CorrectedMCSLock (2,4): each waits for its own node, which its predecessor unlocks. The tail of the queue is atomic, the
// links are volatile, and whether a node is locked is plain.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "threads.h"

enum { kThreads = 2, kCount = 4, kEach = kCount / kThreads };

struct Node {
  bool locked;
  _Atomic(struct Node *) next;
};
struct Lock {
  _Atomic(struct Node *) tail;
};
static struct Lock *lock;
static int counter;
static _Thread_local struct Node *my_node;

static void take(struct Lock *l) {
  if (my_node == 0) my_node = calloc(1, sizeof *my_node);
  struct Node *mine = my_node;
  struct Node *before = atomic_exchange(&l->tail, mine);
  if (before == 0) return;
  mine->locked = true;
  before->next = mine;
  while (mine->locked) {
  }
}

static void give_back(struct Lock *l) {
  struct Node *mine = my_node;
  if (mine->next == 0) {
    struct Node *expected = mine;
    if (atomic_compare_exchange_strong(&l->tail, &expected, 0)) return;
    while (mine->next == 0) {
    }
  }
  struct Node *next = mine->next;
  next->locked = false;
  mine->next = 0;
}

static void work(int unused) {
  (void)unused;
  for (int i = 0; i < kEach; i++) {
    take(lock);
    counter = counter + 1;
    give_back(lock);
  }
}

int main(void) {
  static struct Lock the_lock;
  lock = &the_lock;
  run_threads(kThreads);
}
