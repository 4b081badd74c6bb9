// expect: livelock
// search: stateful best-first
//
// One counts up, the other down, until the counter is far from zero: it may stay near to it forever.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int is_over(int by) {
  pthread_mutex_lock(&lock);
  if (count != 2 && count != -2) count += by;
  const int over = count == 2 || count == -2;
  pthread_mutex_unlock(&lock);
  return over;
}
static void* up(void* unused) {
  while (!is_over(1)) {
  }
  return unused;
}
static void* down(void* unused) {
  while (!is_over(-1)) {
  }
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, up, 0);
  pthread_create(&y, 0, down, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
