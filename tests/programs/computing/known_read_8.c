// expect: verified
// detectors: exact
//
// Reads of 8 byte(s), again and again, all before the write.
typedef long element_type;
enum { kOrdered = 1 };
#include "known_read.h"
