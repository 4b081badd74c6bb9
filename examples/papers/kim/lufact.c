// expect: race on is_done
// search: dpor best-first
// visible: all
//
// lufact (2,5): LU factorisation without pivoting. The first thread scales a column, all meet, and each eliminates its rows.
#include "busy_barrier.h"

enum { kThreads = 2, kSize = 5 };

static double matrix[kSize][kSize];

static void work(int me) {
  for (int k = 0; k < kSize - 1; k++) {
    if (me == 0)
      for (int row = k + 1; row < kSize; row++) matrix[row][k] /= matrix[k][k];
    barrier(me, kThreads);
    for (int row = k + 1 + me; row < kSize; row += kThreads)
      for (int column = k + 1; column < kSize; column++) matrix[row][column] -= matrix[row][k] * matrix[k][column];
    barrier(me, kThreads);
  }
}

int main(void) {
  for (int i = 0; i < kSize; i++)
    for (int j = 0; j < kSize; j++) matrix[i][j] = i == j ? kSize : 1;
  run_threads(kThreads);
}
