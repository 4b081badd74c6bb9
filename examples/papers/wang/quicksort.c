// expect: verified
// search: dpor optimal pruning
// executions(pruning): 1
//
// Wang et al. 2008, table 1, qsort: a quicksort whose partitions are sorted by threads of their own, down to a depth. How
// many elements are in place is counted under a lock: each order of that is a trace of its own, 330 with 12 elements and more
// than a million with 40, where pruning still needs one.
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 12
#endif
#ifndef DEPTH
#define DEPTH 1
#endif

struct Part {
  int* begin;
  int size, depth;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int in_place;
static int numbers[SIZE];

static void* sort_part(void* argument);

static int partition(int* a, int size) {
  int pivot = a[size - 1], place = 0;
  for (int i = 0; i < size - 1; ++i)
    if (a[i] < pivot) {
      int other = a[place];
      a[place++] = a[i];
      a[i] = other;
    }
  a[size - 1] = a[place];
  a[place] = pivot;
  return place;
}

static void sort(int* a, int size, int depth) {
  if (size <= 0) return;
  int place = partition(a, size);
  pthread_mutex_lock(&lock);
  in_place++;
  pthread_mutex_unlock(&lock);
  if (depth == 0) {
    sort(a, place, 0);
    sort(a + place + 1, size - place - 1, 0);
    return;
  }
  struct Part left = {a, place, depth - 1};
  pthread_t thread;
  pthread_create(&thread, NULL, sort_part, &left);
  sort(a + place + 1, size - place - 1, depth - 1);
  pthread_join(thread, NULL);
}

static void* sort_part(void* argument) {
  struct Part* part = argument;
  sort(part->begin, part->size, part->depth);
  return NULL;
}

int main(void) {
  for (int i = 0; i < SIZE; ++i) numbers[i] = i * 7919 % 101;
  sort(numbers, SIZE, DEPTH);
  for (int i = 1; i < SIZE; ++i) assert(numbers[i - 1] <= numbers[i]);
  assert(in_place == SIZE);
  return 0;
}
