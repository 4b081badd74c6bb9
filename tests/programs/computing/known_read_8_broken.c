// expect: race
// detectors: exact
//
// Reads of 8 byte(s), again and again, with a write at the same time.
typedef long element_type;
enum { kOrdered = 0 };
#include "known_read.h"
