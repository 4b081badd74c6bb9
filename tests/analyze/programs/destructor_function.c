// analyze: verified
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

__attribute__((destructor)) void at_end(void) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
}

void* worker(void* _) { exit(0); }

int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
