// expect: verified
// executions(dfs): 24
// executions(dpor): 8
// executions(optimal): 8
// blocked(optimal): 0
//
// One writer, three readers of one atomic: each reader comes before or after the write, 2^3 traces of 4! orders.
enum { kReaders = 3 };
#include "readers.h"
