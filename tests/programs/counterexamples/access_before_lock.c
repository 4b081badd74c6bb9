// expect: race on x
// lines: 14, 23
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// x=1; lock m; unlock m | lock m; unlock m; x=2. Only if the second thread locks first are the two writes unordered;
// the racing access stands before the point to go back to.
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* arg) {
  x = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  x = 2;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
