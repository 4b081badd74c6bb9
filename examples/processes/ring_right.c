// expect: verified
// process: ring_right.c -- 0
// process: ring_right.c -- 1
// search: dfs selective invisible-first composed dpor optimal stateful
// timeout: 300
//
// The ring of ring.c where one process receives before it sends.
#define RIGHT
#include "ring.c"
