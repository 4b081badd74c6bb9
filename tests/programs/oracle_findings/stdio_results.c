// expect: verified
//
// What nothing-doing calls of stdio return: no items of size 0 were written; one byte of room holds an empty line.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char line[4] = "###";
  assert(fwrite("abc", 0, 3, stdout) == 0);
  assert(fwrite("abc", 1, 3, stdout) == 3);
  assert(fgets(line, 1, stdin) == line && line[0] == 0);
  assert(fgets(line, 4, stdin) == NULL);
  return 0;
}
