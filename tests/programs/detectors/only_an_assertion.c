// expect: assertion
// lines: 36
// expect(eraser): assertion
// expect(locking-discipline): assertion
// expect(none): assertion
// search: dpor optimal selective invisible-first composed
//
// Every access to the balance is made under its mutex, so no detector has anything to say; that the check and the
// withdrawal are two critical sections is found by whoever explores their interleavings.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static int look(void) {
  pthread_mutex_lock(&m);
  int seen = balance;
  pthread_mutex_unlock(&m);
  return seen;
}

static void take(int amount) {
  pthread_mutex_lock(&m);
  balance -= amount;
  pthread_mutex_unlock(&m);
}

static void *withdraw(void *unused) {
  if (look() >= 10) take(10);
  return unused;
}

static void check(void) {
  assert(look() >= 0);
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, withdraw, NULL);
  withdraw(NULL);
  pthread_join(other, NULL);
  check();
}
