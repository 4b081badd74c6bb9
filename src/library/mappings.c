// Memory from mmap that is read and written as any other: a block of the heap that begins on a page, has whole pages and
// holds zeroes, or what is in a file. What else mmap can do (shared and written files, fixed addresses, protection) is refused
// by name, and so is giving back a part of a mapping.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

_Noreturn void heddle_refuses(const char* what);

#pragma clang diagnostic ignored "-Wunused-parameter"

enum { kPage = 4096 };
static size_t in_pages(size_t size) { return (size + kPage - 1) / kPage * kPage; }

// A copy of the file's content (file_calls.c). One that others could see change is refused.
int heddle_world_maps(int file, int private, off_t offset, void* to, size_t size);
// Where shared memory lies that this descriptor stands for (shared_memory.c); NULL: it is a file.
void* heddle_world_maps_shared(int file, size_t size, off_t offset);
int heddle_world_unmaps(void*);  // 1: it is shared memory, and stays for others
static void* map_file(size_t size, int protection, int flags, int file, off_t offset) {
  if (flags & MAP_SHARED) {
    void* const shared = heddle_world_maps_shared(file, in_pages(size), offset);
    if (shared != NULL && (flags & MAP_FIXED)) heddle_refuses("mmap of shared memory at a fixed address");
    if (shared != NULL) return shared;
  }
  if (flags & ~(MAP_PRIVATE | MAP_SHARED | MAP_NORESERVE | MAP_POPULATE)) heddle_refuses("mmap of a file with these flags");
  if (protection & PROT_EXEC) heddle_refuses("mmap of a file as code");
  if ((flags & MAP_SHARED) && (protection & PROT_WRITE)) heddle_refuses("mmap of a file that is shared and written");
  void* const p = size <= SIZE_MAX / 2 ? aligned_alloc(kPage, in_pages(size)) : NULL;
  if (p == NULL) heddle_refuses("mmap of so much memory");
  memset(p, 0, in_pages(size));
  if (heddle_world_maps(file, (flags & MAP_PRIVATE) != 0, offset, p, in_pages(size)) == 0) return p;
  free(p);
  return MAP_FAILED;
}

void* mmap(void* wish, size_t size, int protection, int flags, int file, off_t offset) {
  const int sharing = flags & (MAP_PRIVATE | MAP_SHARED);
  if (size == 0 || sharing == 0 || offset % kPage != 0) {
    errno = EINVAL;
    return MAP_FAILED;
  }
  if (!(flags & MAP_ANONYMOUS)) return map_file(size, protection, flags, file, offset);
  if (protection != (PROT_READ | PROT_WRITE)) heddle_refuses("mmap of memory that is not for reading and writing");
  if (flags & ~(MAP_PRIVATE | MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_POPULATE | MAP_STACK))
    heddle_refuses("mmap with other flags than those for anonymous memory");
  void* const p = size <= SIZE_MAX / 2 ? aligned_alloc(kPage, in_pages(size)) : NULL;
  if (p == NULL) heddle_refuses("mmap of so much memory");
  return memset(p, 0, in_pages(size));
}
void* mmap64(void* wish, size_t size, int protection, int flags, int file, off_t offset) {
  return mmap(wish, size, protection, flags, file, offset);
}

int munmap(void* p, size_t size) {
  if ((uintptr_t)p % kPage != 0 || size == 0) {
    errno = EINVAL;
    return -1;
  }
  if (heddle_world_unmaps(p)) return 0;
  if (malloc_usable_size(p) != in_pages(size)) heddle_refuses("munmap of a part of a mapping");
  free(p);
  return 0;
}
