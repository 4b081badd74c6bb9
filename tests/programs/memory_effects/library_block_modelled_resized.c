// expect: verified
//
// realpath is modelled: what it allocates is the program's from the start (library_block_resized.c has a function that is not).
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char* path = realpath("/", 0);
  path = realloc(path, 10000);
  assert(strcmp(path, "/") == 0);
  path[9999] = 0;
  free(path);
}
