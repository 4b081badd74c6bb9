// expect: race on y
// lines: 17, 32
// search: dfs dpor pruning
//
// After figure 1 of Wang et al. 2008: the branch that is not taken in the first order writes y, under another lock than
// the first thread does.
#include <pthread.h>

static pthread_mutex_t f1 = PTHREAD_MUTEX_INITIALIZER, f2 = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void* first(void* arg) {
  pthread_mutex_lock(&f1);
  x++;
  pthread_mutex_unlock(&f1);
  pthread_mutex_lock(&f2);
  y++;
  pthread_mutex_unlock(&f2);
  pthread_mutex_lock(&f1);
  z++;
  pthread_mutex_unlock(&f1);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&f1);
  z++;
  int c = x;
  pthread_mutex_unlock(&f1);
  pthread_mutex_lock(&f1);
  if (c == 0)
    y++;
  pthread_mutex_unlock(&f1);
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
