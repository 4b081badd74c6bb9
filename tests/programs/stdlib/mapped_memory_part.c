// expect: inconclusive
// message: munmap of a part
//
#include <stddef.h>
#include <sys/mman.h>
int main(void) {
  char* p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return munmap(p + 4096, 4096);
}
