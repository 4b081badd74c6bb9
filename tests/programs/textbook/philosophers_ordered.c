// expect: verified
// exit: 0
//
// Dining philosophers who take the fork with the smaller number first.
#include <pthread.h>

enum { kPhilosophers = 3 };
static pthread_mutex_t forks[kPhilosophers];
static int meals[kPhilosophers];
static int seats[kPhilosophers];

static void* philosopher(void* arg) {
  int me = *(int*)arg, next = (me + 1) % kPhilosophers;
  int low = me < next ? me : next, high = me < next ? next : me;
  pthread_mutex_lock(&forks[low]);
  pthread_mutex_lock(&forks[high]);
  meals[me]++;
  pthread_mutex_unlock(&forks[high]);
  pthread_mutex_unlock(&forks[low]);
  return NULL;
}

int main(void) {
  pthread_t threads[kPhilosophers];
  int eaten = 0;
  for (int i = 0; i < kPhilosophers; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < kPhilosophers; i++) {
    seats[i] = i;
    pthread_create(&threads[i], NULL, philosopher, &seats[i]);
  }
  for (int i = 0; i < kPhilosophers; i++) {
    pthread_join(threads[i], NULL);
    eaten += meals[i];
  }
  return eaten - kPhilosophers;
}
