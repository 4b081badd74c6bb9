// expect: race on x
// lines: 18, 29
// search: dfs dpor pruning
//
// What was read decides by way of an array on the stack that another function fills: its store has a hook, since it may
// be to any memory, and the owner's own accesses to its array need none.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, x, place = 2;

static void put(int* list, int v) { list[place] = v; }

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  int list[4] = {0};
  pthread_mutex_lock(&m);
  int seen = flag;
  pthread_mutex_unlock(&m);
  put(list, seen);
  if (list[2] == 0)
    x = 2;
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
