// expect: verified
// search: dfs dpor stateful
//
// A pointer to a variable that has ended lies about, is copied and set anew; nobody follows it.
#include <pthread.h>

static int* kept;
static int* copy;

__attribute__((noinline)) static void first(void) {
  int x[4] = {1, 2, 3, 4};
  kept = x;
}
__attribute__((noinline)) static int second(void) {
  int y[4] = {5, 6, 7, 8};
  copy = kept;
  kept = y;
  return kept[1];
}
static void* work(void* unused) {
  first();
  return second() == 6 ? unused : &kept;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  void* result;
  pthread_join(t, &result);
  return result != NULL;
}
