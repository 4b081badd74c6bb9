// expect: verified
// executions(dpor): 48
// executions(optimal): 48
// search: dpor optimal
//
#define ROUNDS 2
#include "peterson.h"
