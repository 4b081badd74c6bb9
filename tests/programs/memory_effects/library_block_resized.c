// expect: inconclusive
// message: 'backtrace_symbols'
//
// realloc of memory that an unmodelled function of the library allocated: a block with the same contents, which is the program's.
#include <assert.h>
#include <execinfo.h>
#include <stdlib.h>

int main(void) {
  void* nowhere = 0;
  char** names = backtrace_symbols(&nowhere, 1);
  char* const first = names[0];
  names = realloc(names, 10000);
  assert(names[0] == first);
  names[1000] = 0;
  free(names);
}
