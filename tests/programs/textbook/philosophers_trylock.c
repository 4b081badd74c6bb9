// expect: verified
//
// Dining philosophers who put the first fork back when the second is taken, and give up after two attempts.
#include <pthread.h>
#include <sched.h>

enum { kPhilosophers = 2, kAttempts = 2 };
static pthread_mutex_t forks[kPhilosophers];
static int meals[kPhilosophers];
static int seats[kPhilosophers];

static void* philosopher(void* arg) {
  int me = *(int*)arg, next = (me + 1) % kPhilosophers;
  for (int attempt = 0; attempt < kAttempts; attempt++) {
    pthread_mutex_lock(&forks[me]);
    if (pthread_mutex_trylock(&forks[next]) == 0) {
      meals[me]++;
      pthread_mutex_unlock(&forks[next]);
      pthread_mutex_unlock(&forks[me]);
      return NULL;
    }
    pthread_mutex_unlock(&forks[me]);
    sched_yield();
  }
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
