// expect: memory
// message: heap buffer overflow: read of 1 byte
//
// One byte before a mapping.
#include <sys/mman.h>

int main(void) {
  volatile char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p[-1];
}
