// expect: verified
//
// Copying a bool that has no value is no error, as with other types; nobody looks at the copy.
#include <stdbool.h>

int main(void) {
  bool open, shut;
  shut = open;
  open = true;
  bool again = shut;
  (void)again;
  return open ? 0 : 1;
}
