// expect: memory
// lines: 9
// message: heap buffer overflow
//
// valloc gives as much as was asked for.
#include <malloc.h>
int main(void) {
  char* p = valloc(10);
  p[10] = 1;
}
