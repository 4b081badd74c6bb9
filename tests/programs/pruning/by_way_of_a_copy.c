// expect: race on x
// lines: 20, 30
// search: dfs dpor pruning
//
// What was read decides by way of a structure that is copied as a whole.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct State {
  int flag, more[20];
} shared;
static int x;

static int decide(const struct State* s) { return s->flag == 0 && s->more[7] == 0; }

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  shared.flag = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  struct State mine;
  pthread_mutex_lock(&m);
  mine = shared;
  pthread_mutex_unlock(&m);
  if (decide(&mine))
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
