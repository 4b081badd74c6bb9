// expect: assertion
// lines: 25
// search: dfs dpor optimal stateful
//
// The log is removed after its writer has found that it has a name.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static const char kLog[] = "/tmp/heddle-log";

static void* rotate(void* unused) {
  unlink(kLog);
  return unused;
}

int main(void) {
  int log = open(kLog, O_CREAT | O_WRONLY | O_APPEND, 0600);
  pthread_t t;
  pthread_create(&t, NULL, rotate, NULL);
  struct stat before, after;
  if (fstat(log, &before) != 0 || fstat(log, &after) != 0) return 2;
  assert(before.st_nlink == after.st_nlink);
  pthread_join(t, NULL);
  return 0;
}
