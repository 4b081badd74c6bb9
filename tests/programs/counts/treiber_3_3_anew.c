// expect: verified
// executions(dpor): 11442
// executions(optimal): 11442
// search: dpor optimal
#define PUSHERS 3
#define POPPERS 3
#define ANEW
#include "treiber.h"
