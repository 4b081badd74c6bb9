// analyze: race on x
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* p) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  x++;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x;
}
