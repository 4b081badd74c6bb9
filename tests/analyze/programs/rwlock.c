// analyze: verified
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* reader(void* p) {
  pthread_rwlock_rdlock(&l);
  int seen = x;
  pthread_rwlock_unlock(&l);
  pthread_mutex_lock(&m);
  sum += seen;
  pthread_mutex_unlock(&m);
  return p;
}
static void* writer(void* p) {
  pthread_rwlock_wrlock(&l);
  x++;
  pthread_rwlock_unlock(&l);
  return p;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return sum;
}
