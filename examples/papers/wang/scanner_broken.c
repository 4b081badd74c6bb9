// expect: race on matches
// lines: 13
// search: dfs dpor pruning
//
// scanner.h: matches are counted when the lock has been given up already.
static void count(int found);
#include "scanner.h"

static void count(int found) {
  pthread_mutex_lock(&matches_lock);
  scanned++;
  pthread_mutex_unlock(&matches_lock);
  matches += found;
}
