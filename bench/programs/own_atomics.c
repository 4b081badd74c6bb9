// Two threads that have nothing to do with each other, for STEPS atomic operations together: one execution, as long as
// one likes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_long own[2][64];

static void* work(void* which) {
  atomic_long* const mine = own[(long)which];
  for (long i = 0; i < STEPS / 2; ++i) atomic_fetch_add(&mine[0], 1);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, (void*)i);
  for (long i = 0; i < 2; ++i) pthread_join(t[i], 0);
  return 0;
}
