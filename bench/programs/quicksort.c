// Parallel quicksort: the larger partitions are sorted by threads of their own.
#include <pthread.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 1500000
#endif

struct part {
  int* begin;
  int* end;
  int depth;  // how many more times a thread may be started for a half
};

static int* partition(int* begin, int* end) {
  const int pivot = begin[(end - begin) / 2];
  int* low = begin - 1;
  int* high = end;
  for (;;) {
    do low++;
    while (*low < pivot);
    do high--;
    while (*high > pivot);
    if (low >= high) return high + 1;
    const int value = *low;
    *low = *high;
    *high = value;
  }
}

static void* sort(void* argument) {
  struct part part = *(struct part*)argument;
  while (part.end - part.begin > 16) {
    int* middle = partition(part.begin, part.end);
    struct part left = {part.begin, middle, part.depth - 1};
    if (part.depth > 0) {
      pthread_t thread;
      pthread_create(&thread, 0, sort, &left);
      struct part right = {middle, part.end, part.depth - 1};
      sort(&right);
      pthread_join(thread, 0);
      return 0;
    }
    sort(&left);
    part.begin = middle;
  }
  for (int* i = part.begin + 1; i < part.end; i++) {
    const int value = *i;
    int* place = i;
    for (; place > part.begin && place[-1] > value; place--) *place = place[-1];
    *place = value;
  }
  return 0;
}

int main(void) {
  int* values = malloc(SIZE * sizeof(int));
  unsigned state = 1;
  long sum = 0;
  for (int i = 0; i < SIZE; i++) {
    state = state * 1664525 + 1013904223;
    values[i] = (int)(state >> 8);
    sum += values[i];
  }
  struct part all = {values, values + SIZE, 2};
  sort(&all);
  for (int i = 0; i < SIZE; i++) {
    if (i > 0 && values[i - 1] > values[i]) return 1;
    sum -= values[i];
  }
  free(values);
  return sum == 0 ? 0 : 1;
}
