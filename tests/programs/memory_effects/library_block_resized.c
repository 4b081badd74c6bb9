// expect: inconclusive
// message: 'if_nameindex'
//
// realloc of memory that an unmodelled function of the library allocated: a block with the same contents, which is the program's.
#define _GNU_SOURCE
#include <assert.h>
#include <net/if.h>
#include <stdlib.h>

int main(void) {
  struct if_nameindex* list = if_nameindex();
  const unsigned first = list[0].if_index;
  list = realloc(list, 1000 * sizeof *list);
  assert(list[0].if_index == first);
  list[999].if_index = 0;
  free(list);
}
