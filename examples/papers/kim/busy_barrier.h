// The barrier of the thread version of the Java Grande benchmarks: whoever is responsible for others waits until they are
// done, up to the first thread, and all wait for that one to be done. The reference to the flags is volatile, the flags
// are not.
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "threads.h"

struct Barrier {
  int threads, most_looks;
  _Atomic(bool *) is_done;
};

// Gives way to others after some looks.
static void wait_until_done(struct Barrier *b, int who, bool done) {
  int looks = b->most_looks;
  while (b->is_done[who] != done)
    if (--looks == 0) {
      sched_yield();
      looks = b->most_looks;
    }
}

static void meet(struct Barrier *b, int me) {
  bool done = !b->is_done[me];
  for (int mask = 3; (me & mask) == 0 && mask < b->threads << 2; mask = (mask << 2) + 3)
    for (int i = 1, spacing = (mask + 1) >> 2; i <= 3 && me + i * spacing < b->threads; i++)
      wait_until_done(b, me + i * spacing, done);
  b->is_done[me] = done;
  wait_until_done(b, 0, done);
}
