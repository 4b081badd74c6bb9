// expect: verified
// search: dpor pruning
//
// scanner.h: the results are counted under a lock.
static void count(int found);
#define SCANNED_ONE(found) count(found)
#include "scanner.h"

static void count(int found) {
  pthread_mutex_lock(&result_lock);
  scanned++;
  matches += found;
  pthread_mutex_unlock(&result_lock);
}
