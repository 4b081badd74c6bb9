// A thread takes a mutex that its caller holds: the report says where that was.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void helper(void) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
}
static void* work(void* arg) {
  pthread_mutex_lock(&m);
  if (n == 0) helper();
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  n = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
