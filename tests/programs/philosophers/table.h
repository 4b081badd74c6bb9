// Dining philosophers: kPhilosophers of them, each eats once. take_forks(me, right) is the includer's.
#include <pthread.h>

static pthread_mutex_t forks[kPhilosophers];
static int meals[kPhilosophers];
static int seats[kPhilosophers];

static void take_forks(int me, int right);

static void* philosopher(void* arg) {
  int me = *(int*)arg, right = (me + 1) % kPhilosophers;
  take_forks(me, right);
  meals[me]++;
  pthread_mutex_unlock(&forks[right]);
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
