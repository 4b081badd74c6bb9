// expect: race on shared
// lines: 12, 17
//
// memcpy of overlapping parts of one array.
#include <pthread.h>
#include <string.h>

static int shared[8];
static const int pattern[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static void* low(void* arg) {
  memcpy(&shared[0], pattern, 5 * sizeof(int));
  return arg;
}

static void* high(void* arg) {
  memcpy(&shared[4], pattern, 4 * sizeof(int));
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, low, NULL);
  pthread_create(&two, NULL, high, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
