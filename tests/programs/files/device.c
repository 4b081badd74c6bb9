// expect: inconclusive
// message: the device /dev/tty is not modelled
// search: dfs
//
// A device is no file that could be brought back.
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  return open("/dev/tty", O_RDWR) < 0;
}
