// expect: race on data
// lines: 14, 23
// search: dfs dpor optimal stateful selective
//
// The send comes before the write: it orders nothing of what follows it.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void* producer(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  data = 42;
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  pthread_create(&t, NULL, producer, NULL);
  char c;
  if (read(ends[0], &c, 1) == 1) data++;
  pthread_join(t, NULL);
  return 0;
}
