// expect: verified
// search: dpor optimal stateful
//
// flock keeps open files out of each other, threads of one process, too; and it orders them.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int x;
static void* user(void* unused) {
  int f = open("flock.file", O_CREAT | O_RDWR, 0600);
  assert(flock(f, LOCK_EX) == 0);
  x++;
  assert(flock(f, LOCK_UN) == 0);
  close(f);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  user(NULL);
  pthread_join(t, NULL);
  return 0;
}
