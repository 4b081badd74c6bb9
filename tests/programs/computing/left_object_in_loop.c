// expect: verified
// detectors: exact
//
// All indices, 0 and 150 in the end, lie in their block.
#define LAST 160
#include "left_object_in_loop.h"
