// expect: deadlock
// lines: 14
// cycle: 3
//
// Three dining philosophers, each with the left fork.
#include <pthread.h>

static pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static const int number[3] = {0, 1, 2};

static void* philosopher(void* arg) {
  int me = *(const int*)arg;
  pthread_mutex_lock(&fork_of[me]);
  pthread_mutex_lock(&fork_of[(me + 1) % 3]);
  pthread_mutex_unlock(&fork_of[(me + 1) % 3]);
  pthread_mutex_unlock(&fork_of[me]);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, philosopher, (void*)&number[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
