// expect: race
// detectors: exact
//
// Another lock in the other thread.
enum { kOther = 1 };
#include "locks_in_loop.h"
