// The barrier of the thread version of the Java Grande benchmarks, for two to four threads: the first thread waits until
// the others are done, and they for the first to see it. The array is safe, its elements are plain.
#include "threads.h"

enum { kMostThreads = 4 };
static int is_done[kMostThreads];

static void barrier(int me, int threads) {
  int done = !is_done[me];
  for (int i = 1; me == 0 && i < threads; i++)
    while (is_done[i] != done) {
    }
  is_done[me] = done;
  while (is_done[0] != done) {
  }
}
