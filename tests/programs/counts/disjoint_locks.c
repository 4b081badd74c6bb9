// expect: verified
// executions(dfs): 6
// executions(dpor): 1
// executions(optimal): 1
// blocked(optimal): 0
//
// Two threads with nothing in common: one execution stands for all 4! / (2! 2!).
#include <pthread.h>

static struct {
  pthread_mutex_t lock;
  int value;
} own[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static void* worker(void* arg) {
  int i = *(int*)arg;
  for (int round = 0; round < 2; round++) {
    pthread_mutex_lock(&own[i].lock);
    own[i].value++;
    pthread_mutex_unlock(&own[i].lock);
  }
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int index[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &index[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return own[0].value + own[1].value - 4;
}
