// expect: livelock
// search: auto stateful best-first
//
// The token is given to nobody: both threads wait for it in an inner loop that neither can leave.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int token;

static void* node(void* number) {
  const int me = (int)(intptr_t)number;
  for (;;) {
    while (atomic_load(&token) != me) {
    }
    atomic_store(&token, 2);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, node, (void*)0);
  pthread_create(&b, 0, node, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
