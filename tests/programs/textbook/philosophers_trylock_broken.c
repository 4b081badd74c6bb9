// expect: deadlock
//
// philosophers_trylock.c where a philosopher who could not get the second fork keeps the first: its neighbour waits for
// a mutex that nobody will ever unlock.
#include <pthread.h>

enum { kPhilosophers = 2 };
static pthread_mutex_t forks[kPhilosophers];
static int meals[kPhilosophers];
static int seats[kPhilosophers];

static void* philosopher(void* arg) {
  int me = *(int*)arg, next = (me + 1) % kPhilosophers;
  pthread_mutex_lock(&forks[me]);
  if (pthread_mutex_trylock(&forks[next]) != 0) return NULL;
  meals[me]++;
  pthread_mutex_unlock(&forks[next]);
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
  pthread_mutex_lock(&forks[0]);
  return 0;
}
