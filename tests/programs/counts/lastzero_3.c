// expect: verified
// executions(dpor): 12
// executions(optimal): 12
// blocked(optimal): 0
//
// Three writers of array[j] = array[j-1] + 1 and one reader that looks for the last zero: (n+3) 2^(n-2) traces.
enum { kWriters = 3 };
#include "lastzero.h"
