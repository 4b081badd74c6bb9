// expect: verified
//
// Three dining philosophers. The last one takes the forks in the other order, so the cycle can never close. Take
// that exception out (let every philosopher take the left fork first) and heddle shows the deadlock.
#include <pthread.h>

enum { kSeats = 3 };
static pthread_mutex_t forks[kSeats];
static int meals[kSeats];
static int seat[kSeats] = {0, 1, 2};

static void* philosopher(void* arg) {
  int me = *(int*)arg;
  int left = me, right = (me + 1) % kSeats;
  int first = left < right ? left : right;
  int second = left < right ? right : left;
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  meals[me]++;
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t thread[kSeats];
  for (int i = 0; i < kSeats; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < kSeats; i++) pthread_create(&thread[i], NULL, philosopher, &seat[i]);
  for (int i = 0; i < kSeats; i++) pthread_join(thread[i], NULL);
  return 0;
}
