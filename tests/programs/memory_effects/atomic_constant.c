// expect: crash
// signal: SIGSEGV
// lines: 20
//
// An atomic store to a constant.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static const int constant = 5;
static const int* volatile p = &constant;
static void* work(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  __atomic_store_n((int*)p, 1, __ATOMIC_SEQ_CST);
  pthread_join(t, NULL);
}
