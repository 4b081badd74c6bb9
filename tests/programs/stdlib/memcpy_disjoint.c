// expect: verified
//
// The same with parts that touch but do not overlap; also a structure copied by assignment.
#include <pthread.h>
#include <string.h>

struct Pair {
  int a[4];
};

static struct Pair shared[2];
static const struct Pair pattern = {{1, 2, 3, 4}};

static void* low(void* arg) {
  memcpy(&shared[0], &pattern, sizeof pattern);
  return arg;
}

static void* high(void* arg) {
  shared[1] = pattern;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, low, NULL);
  pthread_create(&two, NULL, high, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return memcmp(&shared[0], &shared[1], sizeof pattern);
}
