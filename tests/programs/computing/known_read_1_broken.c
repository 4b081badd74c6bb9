// expect: race
// detectors: exact
//
// Reads of 1 byte(s), again and again, with a write at the same time.
typedef char element_type;
enum { kOrdered = 0 };
#include "known_read.h"
