// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// Whoever has a file open learns from the number of its names that it was removed or replaced, and opens it anew.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char kLog[] = "/tmp/heddle-log", kOther[] = "/tmp/heddle-other";

static unsigned names(int f) {
  struct stat s;
  assert(fstat(f, &s) == 0);
  return (unsigned)s.st_nlink;
}
static void* rotate(void* unused) {
  assert(unlink(kLog) == 0);
  return unused;
}

int main(void) {
  int log = open(kLog, O_CREAT | O_WRONLY | O_APPEND, 0600);
  assert(log >= 0 && names(log) == 1);
  assert(link(kLog, kOther) == 0 && names(log) == 2);
  assert(unlink(kOther) == 0 && names(log) == 1);
  pthread_t t;
  pthread_create(&t, NULL, rotate, NULL);
  const unsigned early = names(log);
  assert(early <= 1);
  pthread_join(t, NULL);
  assert(names(log) == 0);
  close(log);
  log = open(kLog, O_CREAT | O_WRONLY | O_APPEND, 0600);
  const int other = open(kOther, O_CREAT | O_WRONLY, 0600);
  assert(rename(kOther, kLog) == 0 && names(log) == 0 && names(other) == 1);
  return 0;
}
