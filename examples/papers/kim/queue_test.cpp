// expect: race on taken
// search: dpor best-first
// visible: sync all
//
// QueueTest (2,2): each thread puts and takes as many elements. The queue is right, the test is not: both count what they
// have taken in one plain variable.
#include "queue.h"
#include "threads.h"

constexpr int kThreads = 2, kItems = 2;

static Queue<int> queue;
static Node<int> node[kThreads][kItems];
static int taken;

static void work(int me) {
  int mine = 0;
  for (Node<int>& n : node[me]) {
    n.value = me + 1;
    queue.put(&n);
  }
  for (int i = 0; i < kItems; i++)
    if (queue.take() != nullptr) mine++;
  taken += mine;
}

int main() { run_threads(kThreads); }
