// expect: verified
// search: dpor optimal
//
// With a pause in each round; then until the file has a size.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void* server(void* unused) {
  int f = open("try.ready", O_CREAT | O_WRONLY, 0600);
  assert(write(f, "x", 1) == 1);
  close(f);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  struct stat s;
  while (stat("try.ready", &s) != 0) usleep(10);
  do stat("try.ready", &s);
  while (s.st_size == 0);
  pthread_join(t, NULL);
  return 0;
}
