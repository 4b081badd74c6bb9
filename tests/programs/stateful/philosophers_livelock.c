// expect: livelock
// search: stateful best-first
//
// Three philosophers who put the first fork back when the second is taken, and never give up.
#include <pthread.h>

enum { kPhilosophers = 3 };
static pthread_mutex_t forks[kPhilosophers];
static int seats[kPhilosophers];

static void* philosopher(void* seat) {
  const int me = *(int*)seat, next = (me + 1) % kPhilosophers;
  for (;;) {
    pthread_mutex_lock(&forks[me]);
    if (pthread_mutex_trylock(&forks[next]) == 0) break;
    pthread_mutex_unlock(&forks[me]);
  }
  pthread_mutex_unlock(&forks[next]);
  pthread_mutex_unlock(&forks[me]);
  return 0;
}

int main(void) {
  pthread_t threads[kPhilosophers];
  for (int i = 0; i < kPhilosophers; i++) pthread_mutex_init(&forks[i], 0);
  for (int i = 0; i < kPhilosophers; i++) {
    seats[i] = i;
    pthread_create(&threads[i], 0, philosopher, &seats[i]);
  }
  for (int i = 0; i < kPhilosophers; i++) pthread_join(threads[i], 0);
  return 0;
}
