// expect: race
// detectors: exact
//
// The other thread adds to them, too.
#define PART parts[i].number
#include "packed_in_loop.h"
