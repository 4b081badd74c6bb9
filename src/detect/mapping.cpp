// Address space from the kernel for shadow memory, records and clocks.
#include "detect/mapping.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace heddle::detect {

Mapping::Mapping(std::size_t size, const char* purpose, std::uintptr_t where) : size_(size) {
  const int fixed = where != 0 ? MAP_FIXED_NOREPLACE : 0;
  void* const wanted = reinterpret_cast<void*>(where);
  base_ = mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
  // Kernels before 4.17 take a fixed address as a hint.
  if (base_ != MAP_FAILED && where != 0 && base_ != wanted) {
    munmap(base_, size);
    base_ = MAP_FAILED;
    errno = EEXIST;
  }
  if (base_ == MAP_FAILED)
    throw std::runtime_error("cannot reserve " + std::to_string(size >> 30) + " GB of address space for " + purpose +
                             ": " + std::strerror(errno));
  // A core dump of the exploring process would otherwise try to walk terabytes.
  madvise(base_, size, MADV_DONTDUMP);
}

Mapping::~Mapping() { munmap(base_, size_); }

void Mapping::clear() { madvise(base_, size_, MADV_DONTNEED); }

void Mapping::populate(void* begin, std::size_t size) { madvise(begin, size, MADV_POPULATE_WRITE); }

}  // namespace heddle::detect
