// expect: deadlock
// lines: 17
// cycle: 3
//
// philosophers_ordered.c where the numbers are compared before the last one is wrapped around: no order at all.
#include <pthread.h>

enum { kPhilosophers = 3 };
static pthread_mutex_t forks[kPhilosophers];
static int meals[kPhilosophers];
static int seats[kPhilosophers];

static void* philosopher(void* arg) {
  int me = *(int*)arg, next = me + 1;
  int low = (me < next ? me : next) % kPhilosophers, high = (me < next ? next : me) % kPhilosophers;
  pthread_mutex_lock(&forks[low]);
  pthread_mutex_lock(&forks[high]);
  meals[me]++;
  pthread_mutex_unlock(&forks[high]);
  pthread_mutex_unlock(&forks[low]);
  return NULL;
}

int main(void) {
  pthread_t threads[kPhilosophers];
  for (int i = 0; i < kPhilosophers; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < kPhilosophers; i++) {
    seats[i] = i;
    pthread_create(&threads[i], NULL, philosopher, &seats[i]);
  }
  for (int i = 0; i < kPhilosophers; i++) pthread_join(threads[i], NULL);
  return 0;
}
