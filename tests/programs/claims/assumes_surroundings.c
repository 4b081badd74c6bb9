// expect: verified
// assumes: two processors
// assumes: the environment is empty
// assumes: clocks
//
// Each of these answers is one of many.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  if (sysconf(_SC_NPROCESSORS_ONLN) > 64) return 1;
  if (getenv("HEDDLE_TEST_VARIABLE") != NULL) return 2;
  if (time(NULL) == 0) return 3;
  return 0;
}
