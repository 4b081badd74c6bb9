// expect: verified
// visible: sync all
//
// Nothing ends the loop but the request, at pthread_testcancel; the cleanup handler runs once.
#include <assert.h>
#include <pthread.h>

int cleaned;
void clean(void *unused) { cleaned++; }

void *spin(void *unused) {
  pthread_cleanup_push(clean, 0);
  for (;;) pthread_testcancel();
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, spin, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && cleaned == 1);
  return 0;
}
