// expect: verified
// search: pruning
// executions(pruning): 1
//
// One execution for any number of threads.
#define THREADS 4
#include "../../../examples/papers/wang/downloader.c"
