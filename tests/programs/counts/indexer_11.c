// expect: verified
// search: dpor optimal
// executions(dpor): 1
// executions(optimal): 1
// blocked(optimal): 0
//
// Eleven threads enter four words each into a hash table of 128 by compare-exchange: no two meet, one trace.
enum { kThreads = 11 };
#include "indexer.h"
