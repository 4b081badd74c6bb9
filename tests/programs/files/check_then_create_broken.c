// expect: assertion
// search: dfs dpor optimal stateful
//
// To look whether a file is there and then to create it is not the same.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int winners;

static void* worker(void* unused) {
  if (access("/tmp/heddle-test-check", F_OK) != 0) {
    close(open("/tmp/heddle-test-check", O_CREAT | O_WRONLY, 0600));
    winners++;
  }
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
