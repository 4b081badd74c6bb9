// expect: exit
#define _GNU_SOURCE
#include <pthread.h>

void *set(void *unused) {
  pthread_setconcurrency(3);
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, set, 0);
  int level = pthread_getconcurrency();
  pthread_join(p, 0);
  return level;
}
