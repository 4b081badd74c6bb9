// expect: verified
// executions(dpor): 4
// executions(optimal): 4
// search: dpor optimal
//
#define ROUNDS 1
#include "peterson.h"
