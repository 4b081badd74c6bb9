// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// A log is renamed while another thread appends to it, which opens it anew for each line: no line is lost.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static void line(const char* s) {
  int f = open("/tmp/heddle-wu.log", O_WRONLY | O_CREAT | O_APPEND, 0644);
  assert(f >= 0 && write(f, s, 2) == 2);
  close(f);
}
static void* writer(void* a) {
  line("a\n");
  line("b\n");
  return a;
}
static long size_of(const char* n) {
  struct stat s;
  return stat(n, &s) == 0 ? (long)s.st_size : 0;
}
int main(void) {
  unlink("/tmp/heddle-wu.log");
  unlink("/tmp/heddle-wu.log.1");
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  rename("/tmp/heddle-wu.log", "/tmp/heddle-wu.log.1");
  pthread_join(t, 0);
  assert(size_of("/tmp/heddle-wu.log") + size_of("/tmp/heddle-wu.log.1") == 4);
  unlink("/tmp/heddle-wu.log");
  unlink("/tmp/heddle-wu.log.1");
  return 0;
}
