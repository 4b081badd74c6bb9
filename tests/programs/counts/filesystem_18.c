// expect: verified
// search: optimal
// executions(optimal): 32
// blocked(optimal): 0
//
// As filesystem_14.c with eighteen threads: five pairs want the same block first.
enum { kThreads = 18 };
#include "filesystem.h"
