// expect: verified
// search: dpor optimal
// executions(dpor): 2
// executions(optimal): 2
// blocked(optimal): 0
//
// Fourteen threads allocate a block for an inode each; two of them want the same block first.
enum { kThreads = 14 };
#include "filesystem.h"
