// expect: crash
// signal: SIGPIPE
// lines: 20
//
// Nobody has said that SIGPIPE is to be ignored: it ends the process.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* reader(void* unused) {
  close(ends[0]);
  return unused;
}

int main(void) {
  pthread_t t;
  if (pipe(ends) != 0) return 1;
  pthread_create(&t, NULL, reader, NULL);
  if (write(ends[1], "x", 1) != 1) return 1;
  pthread_join(t, NULL);
  return 0;
}
