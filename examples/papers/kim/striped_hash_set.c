// expect: race
// search: dpor best-first
// visible: sync all
//
// StripedHashSet (4,12): a lock for each bucket, and one size for all of them that none of the locks protects.
#include <stdbool.h>
#include <stdlib.h>

#include "threads.h"

enum { kThreads = 4, kItems = 12, kEach = kItems / kThreads, kCapacity = kItems };

struct Bucket {
  int count, item[kItems];
};
struct Set {
  int size;
  struct Bucket *table[kCapacity];
  pthread_mutex_t lock[kCapacity];
};
static struct Set *set;

static void append(struct Bucket *bucket, int item) {
  bucket->item[bucket->count] = item;
  bucket->count++;
}

static bool is_full(const struct Set *s) { return s->size / kCapacity > 4; }

static void add(struct Set *s, int item) {
  pthread_mutex_lock(&s->lock[item % kCapacity]);
  append(s->table[item % kCapacity], item);
  s->size = s->size + 1;
  pthread_mutex_unlock(&s->lock[item % kCapacity]);
  if (is_full(s)) abort();  // it would grow: not with so few items
}

static struct Adder {
  int first;
} adder[kThreads];

static void work(int me) {
  for (int i = 0; i < kEach; i++) add(set, adder[me].first + i);
}

static struct Bucket bucket[kCapacity];
static struct Set the_set;

int main(void) {
  for (int i = 0; i < kCapacity; i++) {
    pthread_mutex_init(&the_set.lock[i], 0);
    the_set.table[i] = &bucket[i];
  }
  set = &the_set;
  for (int i = 0; i < kThreads; i++) adder[i].first = i * kEach;
  run_threads(kThreads);
}
