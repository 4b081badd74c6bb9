// expect: verified
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// One place, two mutexes one after the other, each used by both threads and destroyed in between: what was known about
// the first (its owner, its kind) says nothing about the second.
#include <pthread.h>

static int x;
static pthread_mutex_t m;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

static void round_of_two(void) {
  pthread_t one, two;
  pthread_mutex_init(&m, NULL);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_mutex_destroy(&m);
}

int main(void) {
  round_of_two();
  round_of_two();
  return x - 4;
}
