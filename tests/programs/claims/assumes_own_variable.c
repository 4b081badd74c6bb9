// expect: verified
// assumes: malloc succeeds
//
// A variable that the program has set itself is no assumption.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

int main(void) {
  setenv("HEDDLE_TEST_VARIABLE", "1", 1);
  return getenv("HEDDLE_TEST_VARIABLE") == NULL;
}
