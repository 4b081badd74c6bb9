// expect: verified
//
// 32 handlers are promised, glibc takes as many as there is memory for. They run in reverse.
#include <stdlib.h>

static int last, left = 300;
static void first_registered(void) { _Exit(left == 0 && last ? 0 : 2); }
static void one_of_many(void) { left--; }
static void last_registered(void) { last = left == 300; }

int main(void) {
  if (at_quick_exit(first_registered)) return 1;
  for (int i = 0; i < 300; i++)
    if (at_quick_exit(one_of_many)) return 1;
  if (at_quick_exit(last_registered)) return 1;
  quick_exit(3);
}
