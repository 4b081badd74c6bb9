// expect: verified
// assumes: nothing
//
// A variable at the head of a switch, that every way writes before it reads it.
#include <stddef.h>

static int copied[5];

static void copy(int* to, const int* from, size_t count) {
  size_t rounds = (count + 3) / 4;
  switch (count % 4) {
    int value;
    case 0: do { value = *from++; *to++ = value;
    case 3:      value = *from++; *to++ = value;
    case 2:      value = *from++; *to++ = value;
    case 1:      value = *from++; *to++ = value;
            } while (--rounds > 0);
  }
}

int main(void) {
  const int numbers[5] = {1, 2, 3, 4, 5};
  copy(copied, numbers, 5);
  return copied[4] != 5;
}
