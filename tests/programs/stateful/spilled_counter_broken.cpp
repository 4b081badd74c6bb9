// expect: assertion
// search: dpor stateful best-first
//
// How often the loop runs depends on what was read before it, and is counted in a stack slot by an instruction that reads
// and writes it (`sub [slot], 1`). With one round behind it, two left or one are different states. (The exception, the call
// of atoi and the function with setjmp, which is not called here, only make the registers scarce.)
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static int other, flag;
static pthread_t thread;

__attribute__((noinline)) static int next(int n) {
  jmp_buf here;
  volatile int result = 0;
  if (!setjmp(here)) result = n + 1;
  return result;
}

struct Counts {
  int* result;
  int mode, rounds;
  ~Counts() {
    int m = mode, n = rounds;
    int i = __atomic_load_n(&flag, __ATOMIC_SEQ_CST);
    pthread_join(thread, 0);
    for (; i < 3; i++) {
      if (m == 1) {
        n = next(n);
      } else {
        n++;
        m = __atomic_load_n(&other, __ATOMIC_SEQ_CST);
      }
    }
    *result = n;
  }
};

__attribute__((noinline)) static void fail(int* result, int thrown, int mode, int rounds) {
  Counts counts{result, mode, rounds};
  if (thrown) throw thrown;
}

static void* toggle(void*) {
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&flag, 0, __ATOMIC_SEQ_CST);
  return 0;
}

__attribute__((noinline)) static int run() {
  pthread_create(&thread, 0, toggle, 0);
  int rounds = 0;
  try {
    fail(&rounds, 5, 3, 10);
  } catch (int) {
  }
  assert(rounds != 12);
  return 0;
}

int main() {
  if (atoi("5") != 5) return 255;
  return run();
}
