// expect: verified
// executions(optimal): 24672
// search: optimal
//
// GenMC has 24 672 complete executions and 31 440 blocked ones of this.
#define PUSHERS 3
#define POPPERS 3
#define ATOMIC_NEXT
#include "treiber.h"
