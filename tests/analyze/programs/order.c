// analyze: verified
#include <pthread.h>
static int x, y;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void* first(void* p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  x++;
  y++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
static void* second(void* p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  y++;
  x++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
