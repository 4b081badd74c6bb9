// expect: verified
// search: dfs dpor optimal stateful
// visible: sync all
//
// Stoller 2002, section 3.3, M_ex: his running example. The first thread has the control points a to g, the second one
// a to f (its two releases are one transition in the paper); 30 pairs of them can be reached, and 9 are left where
// threads switch at acquires only. Each line below is one of his transitions; tests/states counts both.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t l1 = PTHREAD_MUTEX_INITIALIZER, l2 = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void* first(void* unused) {
  pthread_mutex_lock(&l1);
  x++;
  pthread_mutex_unlock(&l1);
  pthread_mutex_lock(&l2);
  y++;
  pthread_mutex_unlock(&l2);
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
