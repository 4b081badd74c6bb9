// expect: verified
// search: dpor optimal
// executions(dpor): 1
// executions(optimal): 1
// blocked(optimal): 0
//
// Thirteen threads allocate a block for an inode each: no two want the same block, one trace.
enum { kThreads = 13 };
#include "filesystem.h"
