// expect: verified
// search: dfs dpor stateful
//
// A loop that reads equal bytes of a stream and keeps nothing of them is no loop that waits, nor is one that writes them.
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE* f = tmpfile();
  assert(f);
  while (ftell(f) < 100) putc(0, f);
  rewind(f);
  while (getc(f) == 0) continue;
  assert(feof(f) && ftell(f) == 100);
  return fclose(f);
}
