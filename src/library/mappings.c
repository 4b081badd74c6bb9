// Memory from mmap that is no file's and is read and written as any other: a block of the heap, which begins on a page and
// holds zeroes. The page before it says where the block begins and how large the mapping is. What else mmap can do (files,
// fixed addresses, protection) is refused by name, and so is giving back a part of a mapping.
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

_Noreturn void heddle_refuses(const char* what);

#pragma clang diagnostic ignored "-Wunused-parameter"

enum { kPage = 4096 };
static const uint64_t kMark = 0x6d61707065642121;

struct Mapping {
  void* block;
  size_t size;  // in whole pages
  uint64_t mark;
};

static size_t in_pages(size_t size) { return (size + kPage - 1) / kPage * kPage; }
static struct Mapping* mapping_at(void* p) { return (struct Mapping*)((char*)p - sizeof(struct Mapping)); }

void* mmap(void* wish, size_t size, int protection, int flags, int file, off_t offset) {
  const int sharing = flags & (MAP_PRIVATE | MAP_SHARED);
  if (size == 0 || sharing == 0 || offset % kPage != 0) {
    errno = EINVAL;
    return MAP_FAILED;
  }
  if (!(flags & MAP_ANONYMOUS)) heddle_refuses("mmap of a file");
  if (protection != (PROT_READ | PROT_WRITE)) heddle_refuses("mmap of memory that is not for reading and writing");
  if (flags & ~(MAP_PRIVATE | MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_POPULATE | MAP_STACK))
    heddle_refuses("mmap with other flags than those for anonymous memory");
  char* const block = size <= SIZE_MAX / 2 ? calloc(1, in_pages(size) + 2 * kPage) : NULL;
  if (block == NULL) heddle_refuses("mmap of so much memory");
  char* const p = (char*)(((uintptr_t)block + 2 * kPage - 1) / kPage * kPage);
  *mapping_at(p) = (struct Mapping){block, in_pages(size), kMark};
  return p;
}
void* mmap64(void* wish, size_t size, int protection, int flags, int file, off_t offset) {
  return mmap(wish, size, protection, flags, file, offset);
}

int munmap(void* p, size_t size) {
  if ((uintptr_t)p % kPage != 0 || size == 0) {
    errno = EINVAL;
    return -1;
  }
  struct Mapping* const mapping = mapping_at(p);
  if (mapping->mark != kMark || mapping->size != in_pages(size)) heddle_refuses("munmap of a part of a mapping");
  free(mapping->block);
  return 0;
}
