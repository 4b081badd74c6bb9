// expect: memory
// message: read of 4 bytes, 1600 bytes past the end
// detectors: exact
//
// The last indices are 0, 150 and 600, which leads into the block behind.
#define LAST 700
#include "left_object_in_loop.h"
