// expect: verified
// search: optimal
// executions(optimal): 147456
// blocked(optimal): 0
// timeout: 300
//
// As lastzero_3.c with fifteen writers.
enum { kWriters = 15 };
#include "lastzero.h"
