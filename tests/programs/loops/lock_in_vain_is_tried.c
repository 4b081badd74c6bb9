// expect: exit
// message: the program ends with status 3
//
// Every look takes the mutex for a moment.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static int look(void) {
  pthread_mutex_lock(&m);
  const int now = ready;
  pthread_mutex_unlock(&m);
  return now;
}

static void *waiter(void *argument) {
  while (!look()) {
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  int seen = 0;
  for (int i = 0; i < 5; i++) {
    const int busy = pthread_mutex_trylock(&m) != 0;
    if (!busy) pthread_mutex_unlock(&m);
    seen = seen * 2 + busy;
  }
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return seen == 21 ? 3 : 0;
}
