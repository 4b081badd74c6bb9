// expect: race
// search: dpor best-first
// visible: sync all
//
// CLHLock (4,8): each waits for the node of its predecessor, and goes on with that node. The tail of the queue is atomic,
// what a node says is plain.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "threads.h"

enum { kThreads = 4, kCount = 8, kEach = kCount / kThreads };

struct Node {
  bool locked;
};
struct Lock {
  _Atomic(struct Node *) tail;
};
static struct Lock *lock;
static int counter;
static _Thread_local struct Node *my_node, *before_me;

static void take(struct Lock *l) {
  if (my_node == 0) my_node = calloc(1, sizeof *my_node);
  struct Node *mine = my_node;
  mine->locked = true;
  struct Node *before = atomic_exchange(&l->tail, mine);
  before_me = before;
  while (before->locked) {
  }
}

static void give_back(void) {
  my_node->locked = false;
  my_node = before_me;
}

static void work(int unused) {
  (void)unused;
  for (int i = 0; i < kEach; i++) {
    take(lock);
    counter = counter + 1;
    give_back();
  }
}

int main(void) {
  static struct Node first;
  static struct Lock the_lock = {&first};
  lock = &the_lock;
  run_threads(kThreads);
}
