// expect: deadlock
// cycle: 5
// search: dfs dpor optimal selective invisible-first composed random pct
//
// 5 dining philosophers, each of whom takes the left fork first.
enum { kPhilosophers = 5 };
#include "table.h"

static void take_forks(int me, int right) {
  pthread_mutex_lock(&forks[me]);
  pthread_mutex_lock(&forks[right]);
}
