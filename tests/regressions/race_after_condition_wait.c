// expect: race
//
// The race is met by a thread that has just come back from a condition wait, in the same segment: the list of what the
// threads are about to do after the failure still named that wait, whose mutex was no longer known.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x, y;

static void *waker(void *unused) {
  pthread_cond_broadcast(&c);
  x++;
  return unused;
}

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  if (y == 0) pthread_cond_wait(&c, &m);
  if (x == 7) printf("never\n");
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waker, NULL);
  pthread_create(&second, NULL, waiter, NULL);
  pthread_detach(first);
  pthread_detach(second);
  return 0;
}
