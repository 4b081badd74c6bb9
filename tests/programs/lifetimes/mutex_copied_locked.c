// expect: misuse
// lines: 19
// message: copy of a lock that was held
//
// A snapshot of a structure is taken under its own mutex, and so is one of the locked mutex: with glibc the copy is locked.
#include <pthread.h>

struct s {
  pthread_mutex_t m;
  int n;
} s = {PTHREAD_MUTEX_INITIALIZER, 1};

int main(void) {
  struct s copy;
  pthread_mutex_lock(&s.m);
  copy = s;
  pthread_mutex_unlock(&s.m);

  pthread_mutex_lock(&copy.m);
  pthread_mutex_unlock(&copy.m);
  return 0;
}
