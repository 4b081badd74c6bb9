// expect: inconclusive
// message: write to shared memory by its descriptor
//
// Linux does that; here shared memory is used through its mappings alone.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  const int f = shm_open("/box", O_RDWR | O_CREAT, 0600);
  return write(f, "abcd", 4) != 4;
}
