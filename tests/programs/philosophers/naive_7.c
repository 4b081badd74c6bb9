// expect: deadlock
// cycle: 7
// search: dfs dpor optimal selective invisible-first composed random pct
//
// 7 dining philosophers, each of whom takes the left fork first.
enum { kPhilosophers = 7 };
#include "table.h"

static void take_forks(int me, int right) {
  pthread_mutex_lock(&forks[me]);
  pthread_mutex_lock(&forks[right]);
}
