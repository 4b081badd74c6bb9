// expect: assertion
// message: abort
//
// A process that is killed by abort has no exit status; the kind stays what it was.
#include <stdlib.h>

int main(void) { abort(); }
