// expect: deadlock
// search: dfs dpor optimal stateful
//
// A copy of the writing end stays open: the end never comes.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  close(ends[1]);
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  const int other = dup(ends[1]);
  pthread_create(&t, NULL, writer, NULL);
  char c;
  while (read(ends[0], &c, 1) > 0) continue;
  pthread_join(t, NULL);
  close(other);
  return 0;
}
