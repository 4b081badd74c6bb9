// expect: assertion
// lines: 23
//
// What a declared race makes possible is found.
#include <heddle.h>
#include <pthread.h>
static int a, b;
static void* worker(void* argument) {
  a = 1;
  b = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  heddle_label("start");
  heddle_benign_race(&a, sizeof a);
  heddle_benign_race(&b, sizeof b);
  pthread_create(&t, 0, worker, 0);
  int seen_b = b;
  int seen_a = a;
  pthread_join(t, 0);
  heddle_assert(seen_a == seen_b);
  return 0;
}
