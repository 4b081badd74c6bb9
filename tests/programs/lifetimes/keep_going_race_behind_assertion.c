// expect: assertion
// expect: race on x
// flags: --keep-going
//
// If the reader comes first its assertion ends the execution before the writer's access. The race is there all the same.
#include <assert.h>
#include <pthread.h>

static int x;

static void *reads(void *argument) {
  assert(x == 1);
  return argument;
}
static void *writes(void *argument) {
  x = 1;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, reads, 0);
  pthread_create(&second, 0, writes, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
