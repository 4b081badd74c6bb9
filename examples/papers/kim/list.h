// A sorted list with a lock for each node, as LazyList and OptimisticList use it: who looks for a place takes no locks,
// and the links are plain. The test: each thread adds its share of the keys.
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "threads.h"

struct Node {
  int key;
  bool marked;
  struct Node *next;
  pthread_mutex_t lock;
};
struct List {
  struct Node *head;
};
static struct List *list;

static struct Node *new_node(int key, struct Node *next) {
  struct Node *node = malloc(sizeof *node);
  pthread_mutex_init(&node->lock, 0);
  node->key = key;
  node->marked = false;
  node->next = next;
  return node;
}

// Two neighbours: the place of a key is between them, or the second one has it.
struct Window {
  struct Node *before, *node;
};

// Are they still neighbours? Both are locked.
static bool validate(struct List *, struct Window);

static struct Window find(struct List *l, int key) {
  struct Node *before = l->head, *node = before->next;
  while (node->key < key) {
    before = node;
    node = node->next;
  }
  return (struct Window){before, node};
}

static void add(struct List *l, int key) {
  for (bool done = false; !done;) {
    struct Window w = find(l, key);
    pthread_mutex_lock(&w.before->lock);
    pthread_mutex_lock(&w.node->lock);
    if (validate(l, w)) {
      if (w.node->key != key) w.before->next = new_node(key, w.node);
      done = true;
    }
    pthread_mutex_unlock(&w.node->lock);
    pthread_mutex_unlock(&w.before->lock);
  }
}

static struct Adder {
  int first;
} adder[kThreads];

static void work(int me) {
  for (int i = 0; i < kEach; i++) add(list, adder[me].first + i);
}

static void run_test(void) {
  static struct List the_list;
  the_list.head = new_node(INT_MIN, new_node(INT_MAX, 0));
  list = &the_list;
  for (int i = 0; i < kThreads; i++) adder[i].first = i * kEach;
  run_threads(kThreads);
}
