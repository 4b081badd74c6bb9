// expect: verified
// search: dfs dpor optimal stateful
//
// Of two threads that create a file with O_EXCL exactly one succeeds.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int winners;

static void* worker(void* unused) {
  const int f = open("/tmp/heddle-test-exclusive", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (f >= 0)
    winners++;
  else
    assert(errno == EEXIST);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  assert(winners == 1);
  return 0;
}
