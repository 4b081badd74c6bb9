// expect: inconclusive
// message: __builtin_setjmp
//
// Frames that a jump leaves are not followed, whichever way it is written.
static void* buffer[5];

static void deep(void) { __builtin_longjmp(buffer, 1); }

static int try_it(void) {
  if (__builtin_setjmp(buffer)) return 0;
  deep();
  return 1;
}

int main(void) { return try_it(); }
