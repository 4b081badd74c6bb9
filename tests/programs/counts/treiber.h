// Treiber's stack: PUSHERS threads push a node each, POPPERS pop one. No node comes back.
//   ANEW         each attempt begins with a load; otherwise with what the attempt before found
//   ATOMIC_NEXT  the field `next` is atomic
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef ATOMIC_NEXT
#define LINK(type) _Atomic(type)
#else
#define LINK(type) type
#endif

struct node {
  int value;
  LINK(struct node *) next;
};

static struct node nodes[PUSHERS];
static _Atomic(struct node *) top;

static void push(struct node *node) {
#ifdef ANEW
  for (;;) {
    struct node *old = atomic_load(&top);
    node->next = old;
    if (atomic_compare_exchange_strong(&top, &old, node)) return;
  }
#else
  struct node *old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
#endif
}

static struct node *pop(void) {
#ifdef ANEW
  for (;;) {
    struct node *old = atomic_load(&top);
    if (old == NULL) return NULL;
    struct node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next)) return old;
  }
#else
  struct node *old = atomic_load(&top);
  while (old != NULL && !atomic_compare_exchange_strong(&top, &old, old->next)) {
  }
  return old;
#endif
}

static void *pusher(void *argument) {
  struct node *node = argument;
  node->value = 1;
  push(node);
  return NULL;
}

static void *popper(void *unused) {
  struct node *node = pop();
  if (node != NULL) assert(node->value == 1);
  return unused;
}

int main(void) {
  pthread_t threads[PUSHERS + POPPERS];
  for (int i = 0; i < PUSHERS; ++i) pthread_create(&threads[i], NULL, pusher, &nodes[i]);
  for (int i = 0; i < POPPERS; ++i) pthread_create(&threads[PUSHERS + i], NULL, popper, NULL);
  for (int i = 0; i < PUSHERS + POPPERS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
