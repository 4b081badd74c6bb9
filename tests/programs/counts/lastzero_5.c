// expect: verified
// search: dpor optimal
// executions(dpor): 64
// executions(optimal): 64
// blocked(optimal): 0
//
// As lastzero_3.c with five writers.
enum { kWriters = 5 };
#include "lastzero.h"
