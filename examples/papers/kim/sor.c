// expect: race on at_row
// search: dpor best-first
// visible: all
//
// sor (2,15): red-black successive over-relaxation of a grid. Each thread has some rows; before a row at the border it
// waits until its neighbour has come as far, by plain counters in an array.
#include "threads.h"

enum { kThreads = 2, kSize = 15, kSweeps = 2 };

static double grid[kSize][kSize];
static long at_row[kThreads];

static void relax(int row, int colour) {
  for (int column = 1 + (row + colour) % 2; column < kSize - 1; column += 2) {
    double around = grid[row - 1][column] + grid[row + 1][column] + grid[row][column - 1] + grid[row][column + 1];
    grid[row][column] = 1.25 * 0.25 * around - 0.25 * grid[row][column];
  }
}

static void work(int me) {
  int rows = (kSize - 2 + kThreads - 1) / kThreads;
  int from = 1 + me * rows, to = from + rows < kSize - 1 ? from + rows : kSize - 1;
  for (int sweep = 0; sweep < kSweeps; sweep++) {
    for (int row = from; row < to; row++) relax(row, sweep % 2);
    at_row[me] = sweep + 1;
    while (me > 0 && at_row[me - 1] <= sweep) {
    }
    while (me < kThreads - 1 && at_row[me + 1] <= sweep) {
    }
  }
}

int main(void) {
  for (int i = 0; i < kSize; i++) grid[0][i] = 1;
  run_threads(kThreads);
}
