// expect: race on set_size
// search: dpor best-first
// visible: sync all
//
// StripedHashSet (4,12): a lock for each stripe of buckets, and one size for all of them that none of the locks protects.
#include "threads.h"

enum { kThreads = 4, kItems = 12, kBuckets = 8, kStripes = 4, kRoom = kItems };

static pthread_mutex_t lock[kStripes] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static struct Bucket {
  int count, item[kRoom];
} table[kBuckets];
static int set_size;

static int contains(const struct Bucket *bucket, int item) {
  for (int i = 0; i < bucket->count; i++)
    if (bucket->item[i] == item) return 1;
  return 0;
}

static int add(int item) {
  int added = 0;
  pthread_mutex_lock(&lock[item % kStripes]);
  struct Bucket *bucket = &table[item % kBuckets];
  if (!contains(bucket, item)) {
    bucket->item[bucket->count++] = item;
    set_size++;
    added = 1;
  }
  pthread_mutex_unlock(&lock[item % kStripes]);
  return added;
}

static void work(int me) {
  for (int i = 0; i < kItems / kThreads; i++) add(me * (kItems / kThreads) + i);
}

int main(void) { run_threads(kThreads); }
