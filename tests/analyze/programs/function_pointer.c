// analyze: verified
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void up(void) { x++; }
static void down(void) { x--; }
static void (*actions[2])(void) = {up, down};
static void guarded(void (*action)(void)) {
  pthread_mutex_lock(&m);
  action();
  pthread_mutex_unlock(&m);
}
static void* run(void* p) {
  guarded(actions[p != 0]);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, &x);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x;
}
