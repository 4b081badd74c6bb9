// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// A file without a name lives as long as it is open; what was not written is zero.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int f;
static void* other(void* a) {
  assert(pwrite(f, "end", 3, 10000) == 3);
  return a;
}
int main(void) {
  f = open("/tmp/heddle-test-8", O_RDWR | O_CREAT | O_EXCL, 0600);
  assert(f >= 0);
  assert(unlink("/tmp/heddle-test-8") == 0 && access("/tmp/heddle-test-8", F_OK) != 0);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  assert(pwrite(f, "begin", 5, 0) == 5);
  pthread_join(t, 0);
  struct stat s;
  assert(fstat(f, &s) == 0 && s.st_size == 10003 && s.st_nlink == 0);
  char b[8];
  assert(pread(f, b, 4, 5000) == 4 && !memcmp(b, "\0\0\0\0", 4));
  assert(pread(f, b, 8, 10000) == 3 && !memcmp(b, "end", 3));
  assert(lseek(f, 0, SEEK_END) == 10003 && ftruncate(f, 3) == 0 && lseek(f, 0, SEEK_END) == 3);
  close(f);
  return 0;
}
