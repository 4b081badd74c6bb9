// expect: memory
// lines: 9
//
// Memory that was given back.
#include <stddef.h>
#include <sys/mman.h>
int main(void) {
  int* p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(p, 4096), *p = 1;
  return 0;
}
