// expect: verified
// executions(dpor): 588
// executions(optimal): 588
// search: dpor optimal
//
#define ROUNDS 3
#include "peterson.h"
