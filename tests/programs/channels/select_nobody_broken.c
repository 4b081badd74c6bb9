// expect: deadlock
// search: dfs dpor optimal
//
// Nobody ever writes.
#include <sys/select.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  return select(ends[0] + 1, &set, NULL, NULL, NULL) == 1;
}
