// expect: verified
// exit: 0
//
// The marks that other tools want in a spin loop, left to the tool: the loop waits as it would without them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_loop_begin(void);
extern void __VERIFIER_spin_start(void);
extern void __VERIFIER_spin_end(int left);
extern unsigned __VERIFIER_tid(void);
static atomic_int ready;
static int x;
static void* worker(void* argument) {
  x = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __VERIFIER_loop_begin();
  for (int go_on = 1; go_on;) {
    __VERIFIER_spin_start();
    go_on = !atomic_load_explicit(&ready, memory_order_acquire);
    __VERIFIER_spin_end(!go_on);
  }
  assert(x == 1 && __VERIFIER_tid() == pthread_self());
  pthread_join(t, 0);
  return 0;
}
