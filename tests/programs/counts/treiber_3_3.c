// expect: verified
// executions(dpor): 7176
// executions(optimal): 7176
// search: dpor optimal
#define PUSHERS 3
#define POPPERS 3
#include "treiber.h"
