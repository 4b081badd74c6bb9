// expect: verified
//
// Files can be mapped, but not one that nobody has opened.
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
int main(void) { return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3, 0) == MAP_FAILED && errno == EBADF ? 0 : 1; }
