// expect: verified
// executions(dpor): 24
// executions(optimal): 24
// search: dpor optimal
#define THREADS 4
#include "cas_add.h"
