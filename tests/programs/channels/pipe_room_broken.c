// expect: race on data
// lines: 17, 30
//
// That there is room again tells a writer nothing: only what is sent is ordered before who receives it.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;
static char block[65536], in[65536];

static void* writer(void* unused) {
  // It waits for the reader...
  assert(write(ends[1], block, 1) == 1);
  data++;
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  assert(fcntl(ends[1], F_GETPIPE_SZ) == sizeof block);
  assert(write(ends[1], block, sizeof block) == sizeof block);
  pthread_create(&t, NULL, writer, NULL);
  // ... who comes before it in time, and in nothing else.
  // (This is the pair.)

  data = 1;
  assert(read(ends[0], in, sizeof in) == sizeof in);
  pthread_join(t, NULL);
  return 0;
}
