// expect: verified
// search: dfs dpor optimal stateful
// visible: sync all
//
// The end of a pipe is a message: who has closed it last, and everyone before, comes before who reads the end.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], other, a, b;

static void* first(void* unused) {
  a = 1;
  close(ends[1]);
  return unused;
}
static void* second(void* unused) {
  b = 1;
  close(other);
  return unused;
}

int main(void) {
  pthread_t t, u;
  assert(pipe(ends) == 0);
  other = dup(ends[1]);
  assert(other > ends[1]);
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  char c;
  assert(read(ends[0], &c, 1) == 0);
  assert(a + b == 2);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
