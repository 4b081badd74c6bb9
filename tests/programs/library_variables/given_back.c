// expect: verified
// input: ab 7 x
//
// As in glibc a character that is given back need not be the one that was read.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char two[2];
  int number;
  assert(ungetc('x', stdin) == 'x' && getchar() == 'x' && getchar() == 'a');
  assert(ungetc('y', stdin) == 'y' && ungetc('z', stdin) == 'z');
  assert(fread(two, 1, 2, stdin) == 2 && two[0] == 'z' && two[1] == 'y');
  assert(getchar() == 'b' && ungetc('4', stdin) == '4' && getchar() == '4' && getchar() == ' ');
  assert(ungetc('1', stdin) == '1' && scanf("%d", &number) == 1 && number == 17);
  assert(getchar() == ' ' && getchar() == 'x' && getchar() == EOF && feof(stdin));
  assert(ungetc(0xff, stdin) == 0xff && !feof(stdin) && getchar() == 0xff && getchar() == EOF);
}
