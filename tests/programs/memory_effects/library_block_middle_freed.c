// expect: memory
// lines: 9
// message: free of a pointer that malloc did not return
//
// Into the middle of such memory.
#include <stdlib.h>
int main(void) {
  char* path = realpath("/", 0);
  free(path + 1);
}
