// Where objects begin and end, as far as indices lead through them (leaps.cpp): what hooks look into first.
//
// What was found holds until something may have changed that it rests on: the map of the stacks, or for other memory
// the path (a block that is freed and used again keeps its place and does not grow).
#pragma once
#include <array>
#include <cstdint>

#include "machine/extent.h"

namespace heddle {

class LeapCache {
 public:
  struct alignas(32) Entry {
    Address begin = 0;
    std::uint64_t size = 0, at = 0;

    // An address right behind an object may be an origin.
    bool has(Address origin, Address a, std::uint64_t now) const {
      return a - begin < size && origin - begin <= size && at == now;
    }
  };

  // The object that is known already, if it has the origin and where that leads to.
  const Entry& around(Address origin) const { return entries_[slot(origin)]; }
  // The same for pointers into one large object, which come from many places of it.
  bool in_recent(Address origin, Address a, std::uint64_t now) {
    for (const Entry& entry : recent_)
      if (entry.has(origin, a, now)) {
        entries_[slot(origin)] = entry;
        return true;
      }
    return false;
  }
  void add(Address origin, const Extent& extent, std::uint64_t now) {
    const Entry entry{extent.begin, extent.end - extent.begin, now};
    entries_[slot(origin)] = entry;
    if (entry.size >= kLarge) recent_[next_++ % recent_.size()] = entry;
  }

 private:
  // Blocks of one size follow each other at equal distances: the rows of a matrix are to have slots of their own.
  static std::size_t slot(Address origin) { return ((origin >> 4) * 0x9e3779b97f4a7c15u) >> (64 - kBits); }
  static constexpr unsigned kBits = 11;
  static constexpr std::size_t kEntries = std::size_t{1} << kBits;
  static constexpr std::uint64_t kLarge = 512;
  std::array<Entry, kEntries> entries_{};
  std::array<Entry, 8> recent_{};
  unsigned next_ = 0;
};

}  // namespace heddle
