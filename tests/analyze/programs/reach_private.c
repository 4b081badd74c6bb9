// analyze: reachable
// options: --reach reach_private.c:11,reach_private.c:22
// Both lines touch private variables alone, and the function is expanded in both threads.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int twice(int a, int lock) {
  if (lock) pthread_mutex_lock(&m);
  int b = a;
  b = b + a;
  if (lock) pthread_mutex_unlock(&m);
  return b;
}

void* worker(void* _) { return (void*)(long)twice(1, 0); }

int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  int c = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return twice(c, 1) == 5;
}
