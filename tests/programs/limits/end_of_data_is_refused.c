// expect: inconclusive
// message: 'end', which the linker defines, is not modelled
//
// Where the program's data ends.
#include <stdint.h>

extern char end;
static char* where = &end;

int main(void) { return (uintptr_t)where == 1; }
