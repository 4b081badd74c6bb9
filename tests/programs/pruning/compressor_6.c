// expect: verified
// search: pruning
// flags: -lbz2
// executions(pruning): 1
//
// One execution for any number of threads.
#define THREADS 6
#include "../../../examples/papers/wang/compressor.c"
