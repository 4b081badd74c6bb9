// expect: verified
// search: dpor optimal
// executions(dpor): 256
// executions(optimal): 256
// blocked(optimal): 0
//
// One writer, eight readers of one atomic: 2^8 traces.
enum { kReaders = 8 };
#include "readers.h"
