// expect: verified
// search: dfs dpor optimal stateful
//
// A descriptor that is closed once, while another thread opens others.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* closer(void* unused) {
  assert(close(ends[0]) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  if (pipe(ends) != 0) return 1;
  pthread_create(&t, NULL, closer, NULL);
  int mine[2];
  if (pipe(mine) != 0) return 1;
  assert(mine[0] != ends[1] && mine[1] != ends[1] && mine[0] != mine[1]);
  pthread_join(t, NULL);
  char c = 'x';
  assert(write(mine[1], &c, 1) == 1 && read(mine[0], &c, 1) == 1);
  return 0;
}
