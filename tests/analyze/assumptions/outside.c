// Writes one past the end of its own array, which is the other thread's.
#include <pthread.h>
static struct {
  int mine[2];
  int other;
} s;
static volatile int last = 2;
static void* run(void* unused) {
  int n = last;
  for (int i = 0; i <= n; i++) s.mine[i] = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  s.other = 2;
  pthread_join(t, 0);
  return 0;
}
