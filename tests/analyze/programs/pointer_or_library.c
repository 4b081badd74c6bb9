// analyze: race on x
// The function behind the pointer may be one that does not lock.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

int enter(const char* _) {
  pthread_mutex_lock(&m);
  return 0;
}

void* worker(void* which) {
  int (*begin)(const char*) = which ? enter : puts;
  begin("");
  x++;
  if (which) pthread_mutex_unlock(&m);
  return 0;
}

int main(int count, char** _) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, count > 1 ? &x : 0);
  pthread_create(&b, 0, worker, count > 1 ? &x : 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
