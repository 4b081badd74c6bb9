// expect: race on y
// search: dfs dpor pruning
//
// Wang, Yang, Gupta and Gopalakrishnan 2008, figure 1, and fdrd2 and fdrd4 of table 1 (ROUNDS 1 and 2 with the same two
// threads): three variables and two locks, all in order but for y, which one thread writes under f2 and the other under
// f1, and only if it has read x before the first thread has changed it.
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static pthread_mutex_t f1 = PTHREAD_MUTEX_INITIALIZER, f2 = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void* first(void* arg) {
  for (int i = 0; i < ROUNDS; ++i) {
    pthread_mutex_lock(&f1);
    x++;
    pthread_mutex_unlock(&f1);
    pthread_mutex_lock(&f2);
    y++;
    pthread_mutex_unlock(&f2);
    pthread_mutex_lock(&f1);
    z++;
    pthread_mutex_unlock(&f1);
  }
  return arg;
}

static void* second(void* arg) {
  for (int i = 0; i < ROUNDS; ++i) {
    pthread_mutex_lock(&f1);
    z++;
    int c = x;
    pthread_mutex_unlock(&f1);
    pthread_mutex_lock(&f1);
    if (c == 0) y++;
    pthread_mutex_unlock(&f1);
  }
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
