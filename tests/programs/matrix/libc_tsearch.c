// expect: verified
// primitive: tsearch
// primitive: tfind
// primitive: tdelete
// primitive: twalk
// exit: 0
//
// A tree under a lock, whose comparison is the program's.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* root;
static int numbers[] = {5, 2, 8, 1, 9, 3};
static int last, count;

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static void visit(const void* node, VISIT which, int depth) {
  if (which != postorder && which != leaf) return;
  const int value = **(int* const*)node;
  assert(value > last && depth >= 0);
  last = value;
  count++;
}
static void release(void* key) { assert(*(int*)key > 0); }

static void* worker(void* argument) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 3; i++) assert(*(int**)tsearch(&numbers[i], &root, compare) == &numbers[i]);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  for (int i = 3; i < 6; i++) tsearch(&numbers[i], &root, compare);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  int key = 8, missing = 7;
  assert(**(int**)tfind(&key, &root, compare) == 8 && !tfind(&missing, &root, compare));
  assert(*(int**)tsearch(&key, &root, compare) == &numbers[2]);
  twalk(root, visit);
  assert(count == 6 && last == 9);
  key = 5;
  assert(tdelete(&key, &root, compare) && !tfind(&key, &root, compare) && !tdelete(&missing, &root, compare));
  last = count = 0;
  twalk(root, visit);
  assert(count == 5);
  tdestroy(root, release);
  return 0;
}
