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

// Are the two, which are locked, still neighbours?
static int validate(struct Node *before, struct Node *node);

static void find(int key, struct Node **before, struct Node **node) {
  struct Node *b = &head, *n = b->next;
  while (n->key < key) {
    b = n;
    n = n->next;
  }
  *before = b;
  *node = n;
}

// Takes both locks, and tries again if they are no longer neighbours.
static void find_and_lock(int key, struct Node **before, struct Node **node) {
  for (;;) {
    struct Node *b, *n;
    find(key, &b, &n);
    pthread_mutex_lock(&b->lock);
    pthread_mutex_lock(&n->lock);
    *before = b;
    *node = n;
    if (validate(b, n)) return;
    pthread_mutex_unlock(&n->lock);
    pthread_mutex_unlock(&b->lock);
  }
}

static int add(int key) {
  struct Node *before, *node;
  find_and_lock(key, &before, &node);
  int is_new = node->key != key;
  if (is_new) before->next = new_node(key, node);
  pthread_mutex_unlock(&node->lock);
  pthread_mutex_unlock(&before->lock);
  return is_new;
}
