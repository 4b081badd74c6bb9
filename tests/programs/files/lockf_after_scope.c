// expect: verified
//
// The stack below main once held a variable of another function.
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int size_of(int descriptor) {
  struct stat all[8];
  for (int i = 0; i < 8; i++) assert(fstat(descriptor, &all[i]) == 0);
  return (int)all[7].st_size;
}

int main(void) {
  const int descriptor = open("lock", O_RDWR | O_CREAT, 0644);
  assert(descriptor >= 0 && size_of(descriptor) == 0);
  {
    struct stat once;
    assert(fstat(descriptor, &once) == 0);
  }
  assert(lockf(descriptor, F_TLOCK, 0) == 0);
  assert(lockf(descriptor, F_TEST, 0) == 0);
  assert(lockf(descriptor, F_ULOCK, 0) == 0);
  assert(lockf(descriptor, -1, 0) == -1);
  return 0;
}
