// expect: assertion
// lines: 26
// search: dfs dpor optimal selective invisible-first composed
// flags: --property assertion
//
// Nobody asks for the race on counter, but what it leads to: a lost update.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *adds(void *argument) {
  const int before = counter;
  counter = before + 1;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, adds, 0);
  pthread_create(&second, 0, adds, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  // Once or twice.
  //
  assert(counter == 2);
  return 0;
}
