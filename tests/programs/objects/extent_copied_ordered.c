// expect: verified
//
// Structures with a mutex are copied where nobody can use the mutex, and the copy's mutex is free.
#include <pthread.h>

static struct S {
  int value;
  pthread_mutex_t m;
} s = {0, PTHREAD_MUTEX_INITIALIZER};

static void *adds(void *argument) {
  pthread_mutex_lock(&s.m);
  s.value++;
  pthread_mutex_unlock(&s.m);
  return argument;
}

int main(void) {
  pthread_t other;
  struct S copy;
  pthread_create(&other, 0, adds, 0);
  adds(0);
  pthread_join(other, 0);
  copy = s;
  pthread_mutex_lock(&copy.m);
  pthread_mutex_unlock(&copy.m);
  return copy.value - 2;
}
