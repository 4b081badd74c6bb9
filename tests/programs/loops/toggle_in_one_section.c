// expect: verified
//
// The toggle is undone before the mutex is released: nobody can see it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int busy, quit;

void *worker(void *unused) {
  int over = 0;
  while (!over) {
    pthread_mutex_lock(&m);
    busy = 1;
    over = quit;
    busy = 0;
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
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  assert(!look());
  pthread_mutex_lock(&m);
  quit = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
