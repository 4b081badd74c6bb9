// expect: memory
// lines: 15
// message: never written
//
// The program of issue 12: the branch on y was undefined for the optimiser, which dropped the rest of the thread.
#include <assert.h>
#include <pthread.h>

static int x = 5;

static void* thread(void* arg) {
  (void)arg;
  int y;

  if (y) x++;
  assert(x > 5);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
  return 0;
}
