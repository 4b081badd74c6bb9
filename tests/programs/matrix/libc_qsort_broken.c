// expect: race on numbers
// lines: 17, 22
// primitive: qsort
// primitive: qsort_r
//
// An element is read while the array is sorted.
#include <pthread.h>
#include <stdlib.h>

static int numbers[2] = {2, 1};

static int compare(const void* a, const void* b) {
  return (*(const int*)a > *(const int*)b) - (*(const int*)a < *(const int*)b);
}

static void* sorter(void* arg) {
  qsort(numbers, 2, sizeof(int), compare);
  return arg;
}

static void* reader(void* arg) {
  return numbers[0] ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, sorter, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
