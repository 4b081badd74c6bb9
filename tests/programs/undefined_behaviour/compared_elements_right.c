// expect: verified
// assumes: nothing
//
// All elements are written, by a loop; of the structure only what is looked at.
#include <assert.h>

struct Entry { int key; short kind; };

int main(void) {
  int numbers[8];
  for (int i = 0; i < 8; ++i) numbers[i] = i * i;
  struct Entry entry;
  entry.key = 1;
  int found = 0;
  for (int i = 0; i < 8; ++i)
    if (numbers[i] == 7) found = 1;
  if (entry.key == 700) found = 1;
  assert(!found);
}
