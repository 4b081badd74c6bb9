// expect: race on x
// lines: 16, 26
// search: dfs dpor pruning
//
// What was read decides by way of a block of the heap that belongs to the thread.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  int* box = malloc(sizeof *box);
  pthread_mutex_lock(&m);
  *box = flag;
  pthread_mutex_unlock(&m);
  if (*box == 0)
    x = 2;
  free(box);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
