// expect: race on counted
// lines: 14 23
//
// Both hold the lock while they use the pointer, but not while the variable ends: the report names the lock that the
// write has, and says of the variable that its scope ends.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *lent;

static void *uses(void *unused) {
  pthread_mutex_lock(&m);
  if (lent)
    *lent = 3;
  pthread_mutex_unlock(&m);
  return unused;
}
__attribute__((noinline)) static void lends(void) {
  int counted = 1;
  pthread_mutex_lock(&m);
  lent = &counted;
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t user;
  pthread_create(&user, 0, uses, 0);
  lends();
  pthread_join(user, 0);
  return 0;
}
