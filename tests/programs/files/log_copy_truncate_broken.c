// expect: assertion
// search: dpor optimal stateful
//
// A log is copied and cut while another thread appends to it: a line that comes in between is lost.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static void line(const char* s) {
  int f = open("/tmp/heddle-test-2.log", O_WRONLY | O_CREAT | O_APPEND, 0644);
  write(f, s, 2);
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
  unlink("/tmp/heddle-test-2.log");
  unlink("/tmp/heddle-test-2.log.1");
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  char buf[16];
  int f = open("/tmp/heddle-test-2.log", O_RDWR | O_CREAT, 0644);
  ssize_t n = read(f, buf, sizeof buf);
  int g = open("/tmp/heddle-test-2.log.1", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  write(g, buf, n);
  close(g);
  ftruncate(f, 0);
  close(f);
  pthread_join(t, 0);
  assert(size_of("/tmp/heddle-test-2.log") + size_of("/tmp/heddle-test-2.log.1") == 4);
  unlink("/tmp/heddle-test-2.log");
  unlink("/tmp/heddle-test-2.log.1");
  return 0;
}
