// expect: memory
// lines: 10
//
// As its twin, but the copy decides.
#include <stdbool.h>

int main(void) {
  bool open, shut;
  shut = open;
  if (shut) return 1;
  open = true;
  return open ? 0 : 1;
}
