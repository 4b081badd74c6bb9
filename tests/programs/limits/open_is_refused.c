// expect: inconclusive
// message: open_is_refused.c:9:10: open is not modelled (a definition of it in any source given to heddle is used instead)
//
// Only what lies below /proc is known to be missing.
#include <fcntl.h>

int main(void) {
  /* a name that begins alike */
  return open("/process", O_RDONLY) == 0;
}
