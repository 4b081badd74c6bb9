// expect: inconclusive
// message: 'realpath'
//
// realloc of such memory: a block with the same contents, which is the program's.
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
