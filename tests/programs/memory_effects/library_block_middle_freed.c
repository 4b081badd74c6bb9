// expect: memory
// lines: 10
// message: free of a pointer that malloc did not return
//
// Into the middle of such memory.
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

int main(void) { free(get_current_dir_name() + 1); }
