// expect: race on buffer
// lines: 13, 22
//
// write reads the user's buffer, which another thread fills at the same time.
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];
static char buffer[8];

static void* filler(void* unused) {
  buffer[3] = 'x';
  return unused;
}

int main(void) {
  pthread_t t;
  if (pipe(ends) != 0) return 1;
  pthread_create(&t, NULL, filler, NULL);
  // Four bytes: the one in question among them.
  if (write(ends[1], buffer, 4) != 4) return 1;
  pthread_join(t, NULL);
  return 0;
}
