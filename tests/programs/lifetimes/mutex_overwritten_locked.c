// expect: misuse
// lines: 18
// message: overwritten while it was locked
//
// The structure is cleared while its own mutex is locked: nobody is kept out any more.
#include <pthread.h>
#include <string.h>

struct s {
  pthread_mutex_t m;
  int n;
} s = {PTHREAD_MUTEX_INITIALIZER, 1};

int main(void) {
  pthread_mutex_lock(&s.m);
  memset(&s, 0, sizeof s);
  s.n = 1;
  pthread_mutex_unlock(&s.m);
  return 0;
}
