// expect: inconclusive
// message: mmap of a file as code
//
#include <stddef.h>
#include <sys/mman.h>
int main(void) { return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, 3, 0) == MAP_FAILED; }
