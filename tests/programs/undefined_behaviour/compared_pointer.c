// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// A pointer without a value, compared with an address.
#include <assert.h>
#include <stdlib.h>

struct Node { int value; struct Node *next; };
struct Node last;

int main(void) {
  struct Node *node = malloc(sizeof *node);
  node->value = 1;
  int found = 0;
  if (node->next == &last) found = 1;
  assert(!found);
  free(node);
}
