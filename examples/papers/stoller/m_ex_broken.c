// expect: deadlock
// search: dfs dpor optimal stateful
// cycle: 2
//
// m_ex.c with the first thread's critical sections nested, too: the two acquire the locks in opposite orders.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t l1 = PTHREAD_MUTEX_INITIALIZER, l2 = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void* first(void* unused) {
  pthread_mutex_lock(&l1);
  x++;
  pthread_mutex_lock(&l2);
  y++;
  pthread_mutex_unlock(&l2);
  pthread_mutex_unlock(&l1);
  return unused;
}

static void* second(void* unused) {
  int z;
  pthread_mutex_lock(&l2);
  y++;
  pthread_mutex_lock(&l1);
  z = x + y;
  pthread_mutex_unlock(&l1), pthread_mutex_unlock(&l2);
  assert(1 <= z && z <= 3);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(x == 1 && y == 2);
  return 0;
}
