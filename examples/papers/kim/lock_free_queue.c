// expect: race
// search: dpor best-first
// visible: sync all
//
// LockFreeQueue (2,2): a ring for one thread that puts and one that takes. Its two positions are plain.
#include "threads.h"

enum { kThreads = 2, kItems = 2, kRoom = 4 };

static int item[kRoom], head, tail;

static void put(int value) {
  while (tail - head == kRoom) {
  }
  item[tail % kRoom] = value;
  tail = tail + 1;
}

static int take(void) {
  while (tail == head) {
  }
  int value = item[head % kRoom];
  head = head + 1;
  return value;
}

static void work(int me) {
  for (int i = 0; i < kItems; i++)
    if (me == 0)
      put(i);
    else
      take();
}

int main(void) { run_threads(kThreads); }
