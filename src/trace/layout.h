// Where the variables of a trace lie in the memory that detectors know: a detector's cells are found by arithmetic from
// addresses between kProgramBase and kProgramEnd. A variable without an address is one cell, four bytes, at a place of
// its own. The address space of the traced process is mapped there in chunks of 16 MB as they are met, so that bytes
// that were neighbours stay neighbours; an access across the end of a chunk comes in two pieces.
#pragma once
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "model/address_space.h"

namespace heddle::trace {

class Layout {
 public:
  static constexpr std::uint64_t kVariable = 4;  // bytes

  // 0: no more room.
  Address variable(std::uint32_t number) {
    const std::size_t chunk = number / (kChunk / kVariable);
    while (chunk >= of_variables_.size()) of_variables_.push_back(next_chunk());
    const Address base = of_variables_[chunk];
    return base == 0 ? 0 : base + number % (kChunk / kVariable) * kVariable;
  }

  // piece(address, size) for each piece of these bytes. False: no more room.
  template <class F>
  bool pieces(Address address, std::uint64_t size, F piece) {
    while (size > 0) {
      const Address base = chunk_of(address);
      if (base == 0) return false;
      const std::uint64_t part = std::min<std::uint64_t>(size, kChunk - address % kChunk);
      piece(base + address % kChunk, part);
      address += part;
      size -= part;
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kChunk = std::uint64_t{1} << 24;
  static_assert(kProgramBase % kChunk == 0);

  Address next_chunk() {
    if (kProgramSize - used_ < kChunk) return 0;
    used_ += kChunk;
    return kProgramBase + used_ - kChunk;
  }
  Address chunk_of(Address address) {
    const std::uint64_t number = address / kChunk;
    if (number == last_number_) return last_base_;
    Address& base = chunks_[number];
    if (base == 0) base = next_chunk();
    last_number_ = number;
    return last_base_ = base;
  }

  std::uint64_t used_ = 0;
  std::vector<Address> of_variables_;
  std::unordered_map<std::uint64_t, Address> chunks_;
  std::uint64_t last_number_ = ~std::uint64_t{0};
  Address last_base_ = 0;
};

}  // namespace heddle::trace
