// analyze: verified
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char* text;

void* worker(void* _) {
  pthread_mutex_lock(&m);
  char* mine = text;
  if (mine) mine[0] = 'x';
  pthread_mutex_unlock(&m);
  return 0;
}

int main() {
  pthread_t a, b;
  if (sscanf("word", "%ms", &text) != 1) return 1;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
