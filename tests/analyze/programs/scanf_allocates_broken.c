// analyze: race on heap block from scanf_allocates_broken.c:19
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char* text;

void* worker(void* _) {
  pthread_mutex_lock(&m);
  char* mine = text;
  pthread_mutex_unlock(&m);
  if (mine) mine[0] = 'x';
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
