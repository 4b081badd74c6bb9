// A range of address space that costs memory only where it is touched: zero at first, never moves.
#pragma once
#include <cstddef>
#include <cstdint>

namespace heddle::detect {

class Mapping {
 public:
  // Anywhere if `where` is 0, otherwise exactly there. Throws std::runtime_error, naming `purpose`.
  Mapping(std::size_t size, const char* purpose, std::uintptr_t where = 0);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  template <class T>
  T* as() const {
    return static_cast<T*>(base_);
  }
  std::size_t size() const { return size_; }
  void clear();  // all zero again

  // These bytes (whole pages) are about to be used: one call instead of a page fault, or two, for each. Where the
  // kernel does not know the request (before Linux 5.14) the faults come as ever.
  static void populate(void* begin, std::size_t size);

 private:
  void* base_;
  std::size_t size_;
};

}  // namespace heddle::detect
