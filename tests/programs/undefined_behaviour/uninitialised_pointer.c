// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// Zero happens to be what this list ends with.
#include <stdlib.h>

struct Node { struct Node *next; int value; };

int main(void) {
  struct Node *first = malloc(sizeof *first);
  first->value = 1;
  int sum = 0;
  for (struct Node *n = first; n; n = n->next) sum += n->value;
  free(first);
  return sum == 1 ? 0 : 1;
}
