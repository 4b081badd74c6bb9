// expect: verified
// detectors: exact
//
// The same lock in both threads.
enum { kOther = 0 };
#include "locks_in_loop.h"
