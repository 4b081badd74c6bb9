// expect: verified
// detectors: exact
//
// Reads of 1 byte(s), again and again, all before the write.
typedef char element_type;
enum { kOrdered = 1 };
#include "known_read.h"
