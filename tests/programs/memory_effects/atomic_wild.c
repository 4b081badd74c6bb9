// expect: crash
// signal: SIGSEGV
// lines: 20
//
// An atomic access through a pointer to nothing, while another thread lives.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static atomic_int* volatile p = (atomic_int*)0x10000040;

static void* work(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  atomic_store(p, 1);
  pthread_join(t, NULL);
}
