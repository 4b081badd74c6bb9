// expect: verified
// executions(dpor): 4638
// executions(optimal): 4638
// search: dpor optimal
//
// The queue of Michael and Scott, three threads that enqueue and two that dequeue. GenMC has 4 638 complete executions and
// 31 690 blocked ones of this.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { kEnqueue = 3, kDequeue = 2 };

struct node {
  int value;
  _Atomic(struct node *) next;
};

static struct node nodes[kEnqueue + 1];
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];

static void *enqueue(void *argument) {
  struct node *node = argument, *last;
  node->value = 1;
  for (;;) {
    last = atomic_load(&tail);
    struct node *next = atomic_load(&last->next);
    if (next != NULL)
      atomic_compare_exchange_strong(&tail, &last, next);
    else if (atomic_compare_exchange_strong(&last->next, &next, node))
      break;
  }
  atomic_compare_exchange_strong(&tail, &last, node);
  return NULL;
}

static bool take(int *value) {
  for (;;) {
    struct node *first = atomic_load(&head), *last = atomic_load(&tail), *next = atomic_load(&first->next);
    if (first == last) {
      if (next == NULL) return false;
      atomic_compare_exchange_strong(&tail, &last, next);
    } else {
      *value = next->value;
      if (atomic_compare_exchange_strong(&head, &first, next)) return true;
    }
  }
}

static void *dequeue(void *unused) {
  int value = 0;
  if (take(&value)) assert(value == 1);
  return unused;
}

int main(void) {
  pthread_t threads[kEnqueue + kDequeue];
  for (int i = 0; i < kEnqueue; ++i) pthread_create(&threads[i], NULL, enqueue, &nodes[i + 1]);
  for (int i = 0; i < kDequeue; ++i) pthread_create(&threads[kEnqueue + i], NULL, dequeue, NULL);
  for (int i = 0; i < kEnqueue + kDequeue; ++i) pthread_join(threads[i], NULL);
  return 0;
}
