// expect: verified
//
// Of the structure with the locked mutex only the data are copied, and the copy of the mutex is initialised; or it is not used.
#include <pthread.h>

struct s {
  pthread_mutex_t m;
  int n;
} s = {PTHREAD_MUTEX_INITIALIZER, 1};

int snapshot(void) {
  pthread_mutex_lock(&s.m);
  struct s copy = s, unused = s;
  pthread_mutex_unlock(&s.m);
  pthread_mutex_init(&copy.m, 0);
  pthread_mutex_lock(&copy.m);
  int n = copy.n + unused.n;
  pthread_mutex_unlock(&copy.m);
  pthread_mutex_destroy(&copy.m);
  return n;
}

void *user(void *unused) {
  return snapshot() == 2 ? unused : &s;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, user, 0);
  snapshot();
  pthread_join(t, 0);
  return 0;
}
