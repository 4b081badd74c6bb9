// expect: exit
// message: the program ends with status 3
//
// The same with a spin lock.
#include <pthread.h>

static pthread_spinlock_t s;
static int ready;

static int look(void) {
  pthread_spin_lock(&s);
  const int now = ready;
  pthread_spin_unlock(&s);
  return now;
}

static void *waiter(void *argument) {
  while (!look()) {
  }
  return argument;
}

int main(void) {
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  int seen = 0;
  for (int i = 0; i < 5; i++) {
    const int busy = pthread_spin_trylock(&s) != 0;
    if (!busy) pthread_spin_unlock(&s);
    seen = seen * 2 + busy;
  }
  pthread_spin_lock(&s);
  ready = 1;
  pthread_spin_unlock(&s);
  pthread_join(t, 0);
  return seen == 21 ? 3 : 0;
}
