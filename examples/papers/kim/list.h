// A sorted list with a lock for each node, as LazyList and OptimisticList use it: who looks for a place takes no locks,
// and the links are plain.
#include <limits.h>
#include <stdlib.h>

#include "threads.h"

struct Node {
  int key, marked;
  struct Node *next;
  pthread_mutex_t lock;
};

static struct Node last = {INT_MAX, 0, 0, PTHREAD_MUTEX_INITIALIZER};
static struct Node head = {INT_MIN, 0, &last, PTHREAD_MUTEX_INITIALIZER};

static struct Node *new_node(int key, struct Node *next) {
  struct Node *node = malloc(sizeof *node);
  node->key = key;
  node->marked = 0;
  node->next = next;
  pthread_mutex_init(&node->lock, 0);
  return node;
}

// Two neighbours: the place of a key is between them, or the second one has it.
struct Window {
  struct Node *before, *node;
};

// Are they still neighbours? Both are locked.
static int validate(struct Window);

static struct Window find(int key) {
  struct Node *before = &head, *node = before->next;
  while (node->key < key) {
    before = node;
    node = node->next;
  }
  return (struct Window){before, node};
}

static void unlock(struct Window w) {
  pthread_mutex_unlock(&w.node->lock);
  pthread_mutex_unlock(&w.before->lock);
}

// Takes both locks, and tries again if they are no longer neighbours.
static struct Window find_and_lock(int key) {
  for (;;) {
    struct Window w = find(key);
    pthread_mutex_lock(&w.before->lock);
    pthread_mutex_lock(&w.node->lock);
    if (validate(w)) return w;
    unlock(w);
  }
}

static int add(int key) {
  struct Window w = find_and_lock(key);
  int is_new = w.node->key != key;
  if (is_new) w.before->next = new_node(key, w.node);
  unlock(w);
  return is_new;
}
