// expect: verified
// process: shared_memory_size.c
// process: shared_memory_size.c
// search: dpor optimal stateful
//
// Who comes second waits for the size that the first gives it, and sees all of it. The memory begins as zeroes.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  int f = shm_open("/sized", O_RDWR | O_CREAT | O_EXCL, 0600);
  struct stat s;
  if (f >= 0) {
    assert(lseek(f, 0, SEEK_END) == 0);
    if (ftruncate(f, 5000) != 0) return 1;
  } else {
    assert(errno == EEXIST);
    f = shm_open("/sized", O_RDWR, 0600);
    assert(f >= 0);
    while (lseek(f, 0, SEEK_END) == 0) {
    }
  }
  fstat(f, &s);
  assert(s.st_size == 5000 && S_ISREG(s.st_mode));
  assert(lseek(f, 0, SEEK_END) == 5000);
  const char* p = mmap(0, (size_t)s.st_size, PROT_READ, MAP_SHARED, f, 0);
  assert(p != MAP_FAILED && p[4999] == 0);
  return 0;
}
