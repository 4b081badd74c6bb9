// expect: memory
// message: heap buffer overflow: write of 1 byte
//
// One byte past the last page of a mapping.
#include <sys/mman.h>

int main(void) {
  volatile char *p = mmap(0, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[8191] = 1;  // in its last page
  p[8192] = 1;
  return 0;
}
