// expect: verified
// executions(dpor): 6
// executions(optimal): 6
// search: dpor optimal
#define THREADS 3
#include "cas_add.h"
