// expect: race
// search: dpor best-first
// visible: all
//
// sor (2,15): red-black successive over-relaxation of a grid. Each thread has some rows; after each half sweep it counts
// itself on and waits until its neighbours have come as far. The reference to the counters is volatile, they are not.
#include <stdatomic.h>

#include "threads.h"

enum { kThreads = 2, kSize = 15, kSweeps = 1 };

struct Runner {
  int id, sweeps;
  double omega;
  _Atomic(long (*)[1]) done;
};
static struct Runner runner[kThreads];
static double *grid[kSize];

static double relaxed(const double *above, const double *row, const double *below, int j, double quarter, double rest) {
  return quarter * (above[j] + below[j] + row[j - 1] + row[j + 1]) + rest * row[j];
}

// The elements of one colour in rows i and i - 1.
static void relax(int i, double quarter, double rest) {
  double *row = grid[i], *above = grid[i - 1];
  double *below = i < kSize - 1 ? grid[i + 1] : 0, *two_above = i > 1 ? grid[i - 2] : 0;
  for (int j = 1; j < kSize - 1; j += 2) {
    if (below != 0) row[j] = relaxed(above, row, below, j, quarter, rest);
    if (two_above != 0 && j + 1 < kSize - 1) above[j + 1] = relaxed(two_above, above, row, j + 1, quarter, rest);
  }
}

static void work(int me) {
  struct Runner *self = &runner[me];
  double quarter = self->omega * 0.25, rest = 1 - self->omega;
  int slice = ((kSize - 1) / 2 + kThreads - 1) / kThreads * 2;
  int from = self->id * slice + 1, to = self->id == kThreads - 1 ? kSize : (self->id + 1) * slice + 1;
  for (int half = 0; half < 2 * self->sweeps; half++) {
    for (int i = from + half % 2; i < to; i += 2) relax(i, quarter, rest);
    self->done[self->id][0]++;
    if (self->id > 0)
      while (self->done[self->id - 1][0] < self->done[self->id][0]) {
      }
    if (self->id < kThreads - 1)
      while (self->done[self->id + 1][0] < self->done[self->id][0]) {
      }
  }
}

int main(void) {
  static double element[kSize][kSize];
  static long count[kThreads][1];
  for (int i = 0; i < kSize; i++) {
    grid[i] = element[i];
    element[0][i] = 1;
  }
  for (int i = 0; i < kThreads; i++) {
    runner[i].id = i;
    runner[i].sweeps = kSweeps;
    runner[i].omega = 1.25;
    runner[i].done = count;
  }
  run_threads_and_main(kThreads);
}
