// expect: verified
// search: dpor optimal stateful
//
// A lock file: whoever does not get it waits until it is gone.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int inside;
static void* user(void* unused) {
  int f;
  while ((f = open("try.lock", O_CREAT | O_EXCL | O_WRONLY, 0600)) < 0) assert(errno == EEXIST);
  close(f);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  assert(unlink("try.lock") == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  user(NULL);
  pthread_join(t, NULL);
  return 0;
}
