// expect: verified
// search: optimal
// executions(optimal): 4096
// blocked(optimal): 0
//
// As indexer_11.c with fifteen threads: twelve pairs of words meet.
enum { kThreads = 15 };
#include "indexer.h"
