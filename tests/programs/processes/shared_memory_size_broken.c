// expect: assertion
// process: shared_memory_size_broken.c -- 0
// process: shared_memory_size_broken.c -- 1
// search: dpor optimal stateful
//
// Who finds the name takes it that the size is there, too.
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  if (atoi(argv[1]) == 0) return ftruncate(shm_open("/sized", O_RDWR | O_CREAT, 0600), 4096);
  const int f = shm_open("/sized", O_RDWR, 0600);
  if (f < 0) return 0;
  struct stat s;
  fstat(f, &s);
  assert(s.st_size == 4096);
  return 0;
}
