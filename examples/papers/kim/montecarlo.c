// expect: race on results
// search: dpor best-first
// visible: sync all
//
// montecarlo (2,5): each thread simulates some paths of a price and adds what comes out to a result that all share, without
// a lock.
#include "threads.h"

enum { kThreads = 2, kRuns = 5, kSteps = 4 };

static double path[kThreads][kSteps];
static struct {
  int runs;
  double sum;
} results;

static double simulate(int me, unsigned seed) {
  double price = 100;
  for (int step = 0; step < kSteps; step++) {
    seed = seed * 1664525u + 1013904223u;
    price *= 0.99 + (seed >> 16) % 3 * 0.01;
    path[me][step] = price;
  }
  double mean = 0;
  for (int step = 0; step < kSteps; step++) mean += path[me][step] / kSteps;
  return mean;
}

static void work(int me) {
  for (int run = me; run < kRuns; run += kThreads) {
    double mean = simulate(me, (unsigned)run);
    results.sum += mean;
    results.runs++;
  }
}

int main(void) { run_threads(kThreads); }
