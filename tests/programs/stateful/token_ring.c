// expect: verified
// exit: never
// search: auto stateful best-first
//
// Two threads pass a token round forever. Each waits for it in an inner loop, and each leaves that again and again.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int token;

static void* node(void* number) {
  const int me = (int)(intptr_t)number;
  for (;;) {
    while (atomic_load(&token) != me) {
    }
    atomic_store(&token, !me);
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
