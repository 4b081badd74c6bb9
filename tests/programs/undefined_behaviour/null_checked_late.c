// expect: crash
// lines: 10
// signal: SIGSEGV
//
// The read tells an optimiser that p is not null, and the test below would go.
#include <assert.h>
struct Node { int value; };

static int look(struct Node* p) {
  int value = p->value;
  if (!p) return 0;
  return value;
}
int main(void) { return look(0); }
