// expect: verified
// primitive: qsort
// primitive: qsort_r
// primitive: bsearch
// primitive: lfind
// exit: 0
//
// Sorting and searching with comparisons that may wait for a lock. Equal elements keep their order, as in glibc.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int compared;

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static int compare_counted(const void* a, const void* b) {
  pthread_mutex_lock(&m);
  compared++;
  pthread_mutex_unlock(&m);
  return compare(a, b);
}
static int compare_tens(const void* a, const void* b, void* unit) {
  return *(const int*)a / *(int*)unit - *(const int*)b / *(int*)unit;
}

static void* worker(void* arg) {
  int numbers[] = {3, 1, 2}, tens[] = {29, 11, 27, 13, 12, 21}, ten = 10, key = 2;
  qsort(numbers, 3, sizeof(int), compare_counted);
  for (int i = 0; i < 3; i++) assert(numbers[i] == i + 1);
  qsort_r(tens, 6, sizeof(int), compare_tens, &ten);
  const int expected[] = {11, 13, 12, 29, 27, 21};
  for (int i = 0; i < 6; i++) assert(tens[i] == expected[i]);
  assert(bsearch(&key, numbers, 3, sizeof(int), compare) == &numbers[1]);
  key = 9;
  assert(!bsearch(&key, numbers, 3, sizeof(int), compare));
  size_t n = 3;
  assert(!lfind(&key, numbers, &n, sizeof(int), compare));
  key = 3;
  assert(lfind(&key, numbers, &n, sizeof(int), compare) == &numbers[2]);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
