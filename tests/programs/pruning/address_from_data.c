// expect: race on cells
// lines: 16, 24
// search: dfs dpor pruning
//
// Which cell is written depends on data that another thread changes: in the order that is explored first it is another
// one than the one that both threads write if the second comes first.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int place, cells[2];

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  place = 1;
  pthread_mutex_unlock(&m);
  cells[0] = 1;
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  int i = place;
  pthread_mutex_unlock(&m);
  cells[i] = 2;
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
