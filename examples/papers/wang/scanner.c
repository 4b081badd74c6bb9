// expect: verified
// search: dpor pruning
//
// scanner.h: the results are counted under a lock.
static void count(int found);
#include "scanner.h"

static void count(int found) {
  pthread_mutex_lock(&matches_lock);
  scanned++;
  matches += found;
  pthread_mutex_unlock(&matches_lock);
}
