// expect: livelock
// message: spins forever
// lines: 16
// search: auto dpor dfs optimal
//
// The inner loop has an exit, and nobody ever lets the thread out. That the loop around it has none makes it no server:
// it never comes round that one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* wait_and_clear(void* unused) {
  for (;;) {
    // Forever.
    while (!atomic_load(&flag)) {
    }
    atomic_store(&flag, 0);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait_and_clear, 0);
  pthread_join(thread, 0);
  return 0;
}
