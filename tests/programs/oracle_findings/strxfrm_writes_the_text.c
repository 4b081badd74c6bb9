// expect: verified
//
// strxfrm writes the text and its end, not all the room it was offered.
#include <assert.h>
#include <string.h>

int main(void) {
  char to[8] = "#######";
  assert(strxfrm(to, "a", sizeof to) == 1);
  assert(strcmp(to, "a") == 0 && to[2] == '#' && to[7] == 0);
  assert(strxfrm(to, "abcdef", 2) == 6 && to[0] == 'a' && to[1] == 'b' && to[2] == '#');
  return 0;
}
