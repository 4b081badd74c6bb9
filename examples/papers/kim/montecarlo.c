// expect: race on all_debug
// search: dpor best-first
// visible: sync all
//
// montecarlo (2,5): each thread simulates some paths of a price and adds what comes out to a common result, under a lock.
// What all its objects are derived from has a static flag that each construction sets, without one.
#include <stdbool.h>
#include <stdlib.h>

#include "threads.h"

enum { kThreads = 2, kRuns = 5, kSteps = 4 };

struct Universal {  // the base
  bool debug;
  const char *prompt;
};
static bool all_debug;

static void init_universal(struct Universal *u, const char *prompt) {
  u->debug = true;
  all_debug = true;
  u->prompt = "Universal> ";
  u->prompt = prompt;
  u->debug = true;
}

struct Path {
  struct Universal base;
  int steps;
  double value[kSteps];
};
struct Stock {
  struct Universal base;
  double start, rate;
  int steps;
  unsigned seed;
  struct Path *path;
};
static struct Tasks {
  double start;
  int steps;
} tasks = {100, kSteps};
static unsigned seeds[kRuns];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // of results
static double results[kRuns];
static int finished;

static struct Path *new_path(int steps) {
  struct Path *path = malloc(sizeof *path);
  init_universal(&path->base, "Path> ");
  path->steps = steps;
  return path;
}

static void simulate(struct Stock *stock) {
  stock->path = new_path(stock->steps);
  double price = stock->start, sum = 0;
  for (int i = 0; i < stock->path->steps; i++) {
    stock->seed = stock->seed * 1664525u + 1013904223u;
    price *= 0.99 + (stock->seed >> 16) % 3 * 0.01;
    stock->path->value[i] = price;
  }
  struct Path *returns = new_path(stock->path->steps);
  returns->value[0] = 0;
  for (int i = 1; i < returns->steps; i++) {
    returns->value[i] = stock->path->value[i] / stock->path->value[i - 1] - 1;
    sum += returns->value[i];
  }
  stock->rate = sum / returns->steps;
}

static struct Runner {
  int id, runs;
} runner[kThreads];

static void work(int me) {
  struct Runner *self = &runner[me];
  int share = (self->runs + kThreads - 1) / kThreads;
  int from = self->id * share, to = self->id == kThreads - 1 ? self->runs : (self->id + 1) * share;
  for (int run = from; run < to; run++) {
    struct Stock *stock = malloc(sizeof *stock);
    init_universal(&stock->base, "Stock> ");
    stock->start = tasks.start;
    stock->steps = tasks.steps;
    stock->seed = seeds[run];
    simulate(stock);
    pthread_mutex_lock(&lock);
    results[finished++] = stock->rate;
    pthread_mutex_unlock(&lock);
  }
}

int main(void) {
  for (int i = 0; i < kRuns; i++) seeds[i] = (unsigned)i * 11;
  for (int i = 0; i < kThreads; i++) runner[i] = (struct Runner){i, kRuns};
  run_threads_and_main(kThreads);
}
