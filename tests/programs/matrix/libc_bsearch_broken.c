// expect: race on numbers
// lines: 13, 22
// primitive: bsearch
// primitive: lfind
//
// The comparison reads an element that changes.
#include <pthread.h>
#include <stdlib.h>

static int numbers[3] = {1, 2, 3};

static int compare(const void* key, const void* element) {
  return *(const int*)key - *(const int*)element;
}

static void* searcher(void* arg) {
  int key = 3;
  return bsearch(&key, numbers, 3, sizeof(int), compare) ? arg : NULL;
}

static void* writer(void* arg) {
  numbers[2] = 4;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, searcher, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
