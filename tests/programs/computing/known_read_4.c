// expect: verified
// detectors: exact
//
// Reads of 4 byte(s), again and again, all before the write.
typedef int element_type;
enum { kOrdered = 1 };
#include "known_read.h"
