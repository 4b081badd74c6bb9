// expect: verified
// search: dpor optimal stateful
//
// A file that is opened, read and closed in each round.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void* server(void* unused) {
  int f = open("try.again", O_WRONLY);
  assert(write(f, "1", 1) == 1);
  close(f);
  return unused;
}

int main(void) {
  close(open("try.again", O_CREAT | O_WRONLY, 0600));
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  for (;;) {
    char c = 0;
    int f = open("try.again", O_RDONLY);
    ssize_t n = read(f, &c, 1);
    close(f);
    if (n == 1 && c == '1') break;
  }
  pthread_join(t, NULL);
  return 0;
}
