// expect: verified
// search: dfs dpor optimal stateful selective
// visible: sync all
//
// What was written before a send is there after the receive.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void* producer(void* unused) {
  data = 42;
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  pthread_create(&t, NULL, producer, NULL);
  char c = 0;
  assert(read(ends[0], &c, 1) == 1 && c == 'x');
  assert(data == 42);
  pthread_join(t, NULL);
  close(ends[0]);
  close(ends[1]);
  return 0;
}
