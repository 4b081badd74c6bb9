// expect: verified
// primitive: printf with numbered arguments
// exit: 0
//
// Arguments in any order, used twice, and as widths.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[40], word[8];
  int number;
  assert(sprintf(text, "%2$s %1$d %2$s", 7, "a") == 5 && strcmp(text, "a 7 a") == 0);
  sprintf(text, "%3$*1$d|%2$.*4$s", 4, "abcdef", 42, 3);
  assert(strcmp(text, "  42|abc") == 0);
  sprintf(text, "%2$.1f %1$ld %3$c", 5L, 1.5, 'x');
  assert(strcmp(text, "1.5 5 x") == 0);
  assert(sscanf("5 six", "%2$d %1$s", word, &number) == 2 && number == 5 && strcmp(word, "six") == 0);
  printf("%2$s %1$s\n", "world", "hello");
  return 0;
}
