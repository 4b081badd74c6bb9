// expect: memory
// lines: 9
// message: free of a pointer that malloc did not return
//
// Memory of the C library that it has not allocated.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
int main(void) { free((void*)strerrordesc_np(1)); }
