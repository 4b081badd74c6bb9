// expect: race
// detectors: exact
//
// Both have the even bytes.
#define FIRST 2
#include "neighbour_bytes.h"
