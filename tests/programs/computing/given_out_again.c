// expect: verified
// detectors: exact
//
// Each of three blocks is the worker's until it has ended.
enum { kOrdered = 1 };
#include "given_out_again.h"
