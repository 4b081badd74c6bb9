// expect: verified
// process: election_right.c -- 0
// process: election_right.c -- 1
// process: election_right.c -- 2
// flags: --crash-process 1
// search: dfs selective invisible-first composed dpor optimal stateful
// timeout: 300
//
// The election of election.c with a lock of a file: it ends with its owner, so that a crash at any time leaves nobody waiting.
#define RIGHT
#include "election.c"
