// expect: race
// search: dpor best-first
// visible: sync all
//
// LockFreeQueue (2,2): a ring for one thread that puts and one that takes. Its two positions are plain.
#include <assert.h>
#include <stdbool.h>

#include "threads.h"

enum { kThreads = 2, kItems = 2, kEach = kItems / kThreads, kRoom = kItems };

struct Queue {
  int head, tail, item[kRoom];
};
static struct Queue *queue;
static bool taken[kItems];

static void put(struct Queue *q, int value) {
  while (q->tail - q->head == kRoom) {
  }
  q->item[q->tail % kRoom] = value;
  q->tail++;
}

static int take(struct Queue *q) {
  while (q->tail == q->head) {
  }
  int value = q->item[q->head % kRoom];
  q->head++;
  return value;
}

static void work(int me) {
  for (int i = 0; i < kEach; i++) {
    if (me == 0) {
      put(queue, i);
    } else {
      int value = take(queue);
      assert(!taken[value]);
      taken[value] = true;
    }
  }
}

int main(void) {
  static struct Queue ring;
  queue = &ring;
  run_threads(kThreads);
}
