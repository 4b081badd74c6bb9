// expect: race on nodes[1].next
//
// A stack whose nodes come back: who pushes a node again writes the field that another thread reads in an attempt to pop, which then
// fails.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *next;
};
static struct node nodes[2] = {{NULL}, {&nodes[0]}};
static _Atomic(struct node *) top = &nodes[1];

static struct node *pop(void) {
  struct node *old = atomic_load(&top);
  while (old != NULL && !atomic_compare_exchange_strong(&top, &old, old->next)) {
  }
  return old;
}

static void *popper(void *unused) {
  pop();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, popper, NULL);
  struct node *node = pop();
  if (node == &nodes[1]) node->next = NULL;
  pthread_join(t, NULL);
  return 0;
}
