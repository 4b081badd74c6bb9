// expect: misuse
// lines: 16
// message: has returned
//
// The function that called setjmp is over.
#include <setjmp.h>
static jmp_buf buffer;
static int set(volatile char* filled) {
  return setjmp(buffer) + filled[7];
}
static int deeper(void) {
  char room[3000];
  for (int i = 0; i < 3000; i++) room[i] = 0;
  return set(room);
}
static void back(void) { longjmp(buffer, 1); }
int main(void) {
  if (deeper() == 0) back();
  return 0;
}
