// expect: race
// detectors: exact
//
// Nobody waits for it to come back.
#define BACK (void)0
#define WAIT (void)0
#include "handed_over.h"
