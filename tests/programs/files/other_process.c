// expect: inconclusive
// message: popen
// search: dfs
//
// Another program would be started: refused by its name.
#include <stdio.h>

int main(void) {
  FILE* f = popen("true", "r");
  return f == NULL;
}
