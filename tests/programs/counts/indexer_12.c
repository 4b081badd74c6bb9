// expect: verified
// search: dpor optimal
// executions(dpor): 8
// executions(optimal): 8
// blocked(optimal): 0
//
// As indexer_11.c with one thread more: three pairs of words meet.
enum { kThreads = 12 };
#include "indexer.h"
