// expect: race
// search: dpor best-first
// visible: all
//
// lufact (2,5): LU factorisation with partial pivoting. Each thread looks for the pivot, the first one notes it, exchanges
// and scales, and all eliminate their share of the columns; they meet in between. The flags of the barrier race.
#include "busy_barrier.h"

enum { kThreads = 2, kSize = 5 };

struct Runner {
  int id, size;
  struct Barrier *barrier;
};
static struct Runner runner[kThreads];
static double *matrix[kSize];  // by columns
static int pivots[kSize];

static double absolute(double d) { return d >= 0 ? d : -d; }

static int largest(const double *column, int from, int size) {
  int found = from;
  double most = absolute(column[from]);
  for (int i = from + 1; i < size; i++)
    if (absolute(column[i]) > most) {
      found = i;
      most = absolute(column[i]);
    }
  return found;
}

static void exchange(double *column, int i, int j) {
  double t = column[i];
  column[i] = column[j];
  column[j] = t;
}

static void eliminate(struct Runner *self, int k, int pivot) {
  int size = self->size, share = (size - k - 1 + kThreads - 1) / kThreads;
  int from = self->id * share + k + 1, to = (self->id + 1) * share + k + 1;
  double *left = matrix[k];
  for (int j = from; j < to && j < size; j++) {
    double *column = matrix[j];
    if (pivot != k) exchange(column, pivot, k);
    for (int i = k + 1; i < size; i++) column[i] += column[k] * left[i];
  }
}

static void work(int me) {
  struct Runner *self = &runner[me];
  for (int k = 0; k < self->size - 1; k++) {
    double *column = matrix[k];
    int pivot = largest(column, k, self->size);
    if (self->id == 0) pivots[k] = pivot;
    meet(self->barrier, self->id);
    if (self->id == 0 && pivot != k) exchange(column, pivot, k);
    meet(self->barrier, self->id);
    for (int i = k + 1; self->id == 0 && i < self->size; i++) column[i] *= -1 / column[k];
    meet(self->barrier, self->id);
    eliminate(self, k, pivot);
    meet(self->barrier, self->id);
  }
}

int main(void) {
  static double element[kSize][kSize];
  static bool is_done[kThreads];
  static struct Barrier barrier = {kThreads, 1, 0};
  barrier.is_done = is_done;
  for (int i = 0; i < kSize; i++) {
    matrix[i] = element[i];
    for (int j = 0; j < kSize; j++) element[i][j] = 1.0 / (1 + (7 * i + 3 * j) % 11);
  }
  for (int i = 0; i < kThreads; i++) runner[i] = (struct Runner){i, kSize, &barrier};
  run_threads_and_main(kThreads);
}
