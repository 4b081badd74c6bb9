// expect: verified
// assumes: standard input is empty
//
// What it does with input nobody has looked at.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  if (getchar() == 'x') abort();
  return 0;
}
