// expect: race
// detectors: exact
//
// The third of three blocks is used while the worker has it.
enum { kOrdered = 0 };
#include "given_out_again.h"
