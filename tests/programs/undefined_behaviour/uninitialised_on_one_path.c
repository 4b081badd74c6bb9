// expect: memory
// lines: 20
// message: never written
//
// Whether y has a value depends on which thread comes first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, out;

static void* thread(void* arg) {
  (void)arg;
  first = 1;
  return 0;
}

int judge(int seen) {
  int y;
  if (seen) y = 3; else seen = 2;
  if (y == 3) return 1;
  return seen;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  out = judge(first);
  pthread_join(t, 0);
  return 0;
}
