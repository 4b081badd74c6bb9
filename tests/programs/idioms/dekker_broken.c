// expect: race on x
// lines: 17
//
// Dekker's algorithm where a thread looks at the other before it says that it wants to enter.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int x;
static const int number[2] = {0, 1};

static void* worker(void* arg) {
  int me = *(const int*)arg, other = 1 - me;
  while (wants[other]) {
  }
  wants[me] = 1;
  x++;
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void*)&number[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
