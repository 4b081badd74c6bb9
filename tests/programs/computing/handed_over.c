// expect: verified
// detectors: exact
//
// There and back.
#define BACK sem_post(&back)
#define WAIT sem_wait(&back)
#include "handed_over.h"
