// expect: verified
// detectors: exact
//
// Reads of 2 byte(s), again and again, all before the write.
typedef short element_type;
enum { kOrdered = 1 };
#include "known_read.h"
