// expect: verified
// search: dfs selective invisible-first composed dpor optimal stateful
// flags: -DTHREADS=2
// timeout: 300
//
// The ring of pipe_ring.c, of two threads so that every search can cover it, where one receives before it sends.
#define RIGHT
#include "pipe_ring.c"
