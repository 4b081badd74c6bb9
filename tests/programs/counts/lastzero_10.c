// expect: verified
// search: optimal
// executions(optimal): 3328
// blocked(optimal): 0
//
// As lastzero_3.c with ten writers.
enum { kWriters = 10 };
#include "lastzero.h"
