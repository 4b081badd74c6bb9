// expect: memory
// lines: 10
// message: free of a pointer that malloc did not return
//
// Into the middle of such memory.
#define _GNU_SOURCE
#include <net/if.h>
#include <stdlib.h>

int main(void) { free((char*)if_nameindex() + 1); }
