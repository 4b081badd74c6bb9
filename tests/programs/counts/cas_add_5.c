// expect: verified
// executions(dpor): 120
// executions(optimal): 120
// search: dpor optimal
#define THREADS 5
#include "cas_add.h"
