// expect: memory
// lines: 20
//
// What was local in a frame that is left is gone.
#include <setjmp.h>
static jmp_buf buffer;
static int* kept;
static void leaves(void) {
  int local = 3;
  kept = &local;
  longjmp(buffer, 1);
}
static int look(void) {
  /* in a frame of
     its own */
  int result = 0;
  if (setjmp(buffer) == 0)
    leaves();
  else
    result = *kept;
  return result;
}
int main(void) { return look() != 3; }
