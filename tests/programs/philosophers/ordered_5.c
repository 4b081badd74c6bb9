// expect: verified
// exit: 0
// search: dfs dpor optimal selective invisible-first composed
//
// 5 dining philosophers, each of whom takes the fork with the smaller number first.
enum { kPhilosophers = 5 };
#include "table.h"

static void take_forks(int me, int right) {
  pthread_mutex_lock(&forks[me < right ? me : right]);
  pthread_mutex_lock(&forks[me < right ? right : me]);
}
