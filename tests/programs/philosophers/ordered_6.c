// expect: verified
// exit: 0
// search: dpor optimal selective invisible-first composed
//
// 6 dining philosophers, each of whom takes the fork with the smaller number first.
enum { kPhilosophers = 6 };
#include "table.h"

static void take_forks(int me, int right) {
  pthread_mutex_lock(&forks[me < right ? me : right]);
  pthread_mutex_lock(&forks[me < right ? right : me]);
}
