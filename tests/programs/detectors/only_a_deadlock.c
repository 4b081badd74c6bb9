// expect: deadlock
// cycle: 2
// expect(eraser): deadlock
// expect(locking-discipline): deadlock
// expect(none): deadlock
// search: dpor optimal selective invisible-first composed
//
// Both locks are held at every access, in either order: the discipline is kept, and it does not help.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *backwards(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  shared++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, backwards, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  shared++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(other, NULL);
}
