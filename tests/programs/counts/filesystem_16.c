// expect: verified
// search: optimal
// executions(optimal): 8
// blocked(optimal): 0
//
// As filesystem_14.c with sixteen threads: three pairs want the same block first.
enum { kThreads = 16 };
#include "filesystem.h"
