// expect: verified
// detectors: exact
//
// The other thread has the bytes beside them.
#define PART parts[i].first
#include "packed_in_loop.h"
