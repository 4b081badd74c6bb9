// expect: inconclusive
// message: 'get_current_dir_name'
//
// realloc of memory that an unmodelled function of the library allocated: a block with the same contents, which is the program's.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char* path = get_current_dir_name();
  path = realloc(path, 10000);
  assert(path[0] == '/');
  path[9999] = 0;
  free(path);
}
