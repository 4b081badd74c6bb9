// expect: misuse
// lines: 13
// message: copy of a lock that was held
//
// A read/write lock that is copied while a reader has it.
#include <pthread.h>

pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b;
int main(void) {
  pthread_rwlock_rdlock(&a);
  b = a;
  pthread_rwlock_unlock(&a);
  pthread_rwlock_wrlock(&b);
  return 0;
}
