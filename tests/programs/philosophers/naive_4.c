// expect: deadlock
// cycle: 4
// search: dfs dpor optimal selective invisible-first composed random pct
//
// 4 dining philosophers, each of whom takes the left fork first.
enum { kPhilosophers = 4 };
#include "table.h"

static void take_forks(int me, int right) {
  pthread_mutex_lock(&forks[me]);
  pthread_mutex_lock(&forks[right]);
}
