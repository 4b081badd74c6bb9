// expect: assertion
//
// C11 spells it tss_set. The third round of a loop that never ends is another state than the second.
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>

static tss_t rounds;
static atomic_int ticks;

static int worker(void* argument) {
  for (;;) {
    const intptr_t round = (intptr_t)tss_get(rounds);
    assert(round < 2);
    tss_set(rounds, (void*)(round + 1));
    atomic_store(&ticks, 1);
  }
  return argument != 0;
}

int main(void) {
  tss_create(&rounds, 0);
  thrd_t thread;
  thrd_create(&thread, worker, 0);
  thrd_join(thread, 0);
  return 0;
}
