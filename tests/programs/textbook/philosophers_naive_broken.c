// expect: deadlock
// lines: 16
// cycle: 3
//
// Dining philosophers, the naive kind: each takes the left fork, then the right one.
#include <pthread.h>

enum { kPhilosophers = 3 };
static pthread_mutex_t forks[kPhilosophers];
static int meals[kPhilosophers];
static int seats[kPhilosophers];

static void* philosopher(void* arg) {
  int me = *(int*)arg;
  pthread_mutex_lock(&forks[me]);
  pthread_mutex_lock(&forks[(me + 1) % kPhilosophers]);
  meals[me]++;
  pthread_mutex_unlock(&forks[(me + 1) % kPhilosophers]);
  pthread_mutex_unlock(&forks[me]);
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
