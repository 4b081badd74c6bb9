// expect: verified
// detectors: exact
//
// One has the even bytes, the other the odd ones.
#define FIRST 1
#include "neighbour_bytes.h"
