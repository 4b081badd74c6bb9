// expect: verified
// search: dpor optimal stateful
//
// Until a file is there. Another one, which comes first in the list of names, is not what the loop waits for.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void* server(void* unused) {
  close(open("a.first", O_CREAT | O_WRONLY, 0600));
  close(open("try.ready", O_CREAT | O_WRONLY, 0600));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  while (access("try.ready", F_OK) != 0);
  struct stat s;
  assert(stat("a.first", &s) == 0);
  pthread_join(t, NULL);
  return 0;
}
