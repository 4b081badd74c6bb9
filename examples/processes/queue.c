// expect: race
// lines: 37, 44
// process: queue.c -DPRODUCER
// process: queue.c -DCONSUMER
// search: dfs selective invisible-first composed dpor optimal stateful pruning
//
// A queue in shared memory between two processes. The producer writes an element and then publishes its number with a
// relaxed store: the barrier is missing, and the consumer may read the element before it is there. queue_right.c has it.
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef PUBLISH
#define PUBLISH memory_order_relaxed
#endif

enum { kElements = 2 };
struct queue {
  atomic_int count;
  int elements[kElements];
};

static struct queue* open_queue(void) {
  const int f = shm_open("/queue", O_CREAT | O_RDWR, 0600);
  if (f < 0 || ftruncate(f, sizeof(struct queue)) != 0) _exit(3);
  struct queue* q = mmap(0, sizeof *q, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  if (q == MAP_FAILED) _exit(3);
  close(f);
  return q;
}

int main(void) {
  struct queue* q = open_queue();
#ifdef PRODUCER
  for (int i = 0; i < kElements; i++) {
    q->elements[i] = i + 1;
    atomic_store_explicit(&q->count, i + 1, PUBLISH);
  }
#else
  for (int i = 0; i < kElements; i++) {
    while (atomic_load_explicit(&q->count, memory_order_acquire) <= i) {
    }
    if (q->elements[i] != i + 1) return 1;
  }
#endif
  return 0;
}
