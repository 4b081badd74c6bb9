// expect: assertion
// visible: sync all
//
// The toggle is of a plain variable, each half of it in a critical section of its own.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int busy, quit;

void *worker(void *unused) {
  int over = 0;
  while (!over) {
    pthread_mutex_lock(&m);
    busy = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    busy = 0;
    over = quit;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int look(void) {
  pthread_mutex_lock(&m);
  int b = busy;
  pthread_mutex_unlock(&m);
  return b;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int seen = 1;
  for (int i = 0; i < 5; i++) seen &= look() == (i % 2 == 0);
  assert(!seen);  // 1, 0, 1, 0, 1
  pthread_mutex_lock(&m);
  quit = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
