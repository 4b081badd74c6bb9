// expect: deadlock
// cycle: 6
// search: dfs dpor optimal selective invisible-first composed random pct
//
// 6 dining philosophers, each of whom takes the left fork first.
enum { kPhilosophers = 6 };
#include "table.h"

static void take_forks(int me, int right) {
  pthread_mutex_lock(&forks[me]);
  pthread_mutex_lock(&forks[right]);
}
