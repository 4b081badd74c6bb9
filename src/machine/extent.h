// The bytes around an address that may be touched without a gap, read off a map with one byte for each eight: of the
// heap (heap.h), or of globals and stacks (storage_map.h).
#pragma once
#include <cstdint>
#include <cstring>
#include <utility>

#include "model/address_space.h"

namespace heddle {

struct Extent {
  Address begin = 0, end = 0;  // empty: the address lies in no object
  bool whole = false;          // it ends on both sides; otherwise looking for the ends was given up

  bool holds(Address a) const { return a - begin < end - begin; }
};

// Whole: the entry of a granule all of whose bytes may be touched; 1 to 7: so many from the left; others: none.
template <std::uint8_t Whole>
class ExtentOf {
 public:
  // `first`: the entry of the granule at address `base`; there are `count`.
  ExtentOf(const std::uint8_t* first, Address base, std::size_t count) : map_(first), base_(base), count_(count) {}

  // No gap on the short way from one to the other; false says nothing.
  bool connected(Address from, Address to) const {
    if (to < from) std::swap(from, to);
    const std::size_t at = (from - base_) >> 3, way = ((to - base_) >> 3) - at;
    if (way > 7) return false;
    std::uint64_t eight = 0;
    std::memcpy(&eight, map_ + at, sizeof eight);
    return ((eight ^ Whole * 0x0101010101010101u) & ((std::uint64_t{1} << way * 8) - 1)) == 0;
  }

  // An address right behind an object belongs to it. Looks at most `reach` granules far.
  Extent around(Address a, std::size_t reach) const {
    std::size_t at = (a - base_) >> 3;
    const bool inside = (a & 7) < usable(at);
    if (!inside && (a & 7) == 0 && at > 0 && usable(at - 1) == 8)
      at--;
    else if (!inside && ((a & 7) == 0 || usable(at) != (a & 7)))
      return {};
    const std::size_t low = at > reach ? at - reach : 0, high = count_ - at > reach ? at + reach : count_;
    std::size_t begin = at, end = at;
    while (begin > low && map_[begin - 1] == Whole) begin -= begin >= low + 8 && all_whole(begin - 8) ? 8 : 1;
    while (end < high && map_[end] == Whole) end += end + 8 <= high && all_whole(end) ? 8 : 1;
    const std::uint64_t rest = end < high ? usable(end) : 0;
    return {base_ + begin * 8, base_ + end * 8 + rest, begin > low && end < high};
  }

 private:
  std::uint64_t usable(std::size_t i) const { return map_[i] == Whole ? 8 : map_[i] < 8 ? map_[i] : 0; }
  bool all_whole(std::size_t i) const {
    std::uint64_t eight = 0;
    std::memcpy(&eight, map_ + i, sizeof eight);
    return eight == Whole * 0x0101010101010101u;
  }

  const std::uint8_t* map_;
  Address base_;
  std::size_t count_;
};

}  // namespace heddle
