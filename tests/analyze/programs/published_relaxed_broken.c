// analyze: race on heap block from published_relaxed_broken.c:12 + 8
// A relaxed store shows the node to others without ordering what was written into it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  struct node* next;
  int value;
};
static _Atomic(struct node*) head;
static void* push(void* unused) {
  struct node* node = malloc(sizeof *node);
  if (!node) return unused;
  node->value = 1;
  atomic_store_explicit(&head, node, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, push, 0);
  struct node* node = atomic_load_explicit(&head, memory_order_relaxed);
  if (node) node->value = 2;
  pthread_join(one, 0);
  return 0;
}
