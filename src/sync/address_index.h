// Which addresses are synchronisation objects: by address (a hash table) and by range (an ordered map). Names are
// never taken back, so nothing here is journalled.
//
// Almost every range that is asked for (a freed block, a local that dies) holds no object at all. A small filter with
// one bit for each hash of a 64-byte line answers that without touching the map.
#pragma once
#include <tsl/robin_map.h>

#include <cstdint>
#include <map>
#include <memory>

#include "model/ids.h"

namespace heddle::sync {

class AddressIndex {
 public:
  // nullptr: the address was never used as an object.
  const ObjectId* find(Address a) const {
    const auto found = ids_.find(a);
    return found == ids_.end() ? nullptr : &found->second;
  }

  void insert(Address a, ObjectId id) {
    ids_.emplace(a, id);
    ordered_.emplace(a, id);
    const std::uint32_t bit = filter_bit(a / kLine);
    filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }

  // Calls f(id) for each object that begins in [begin, begin + size), by rising address.
  template <class F>
  void for_each_in(Address begin, std::uint64_t size, F f) const {
    if (size == 0 || surely_empty(begin, size)) return;
    for (auto i = ordered_.lower_bound(begin); i != ordered_.end() && i->first - begin < size; ++i) f(i->second);
  }

 private:
  static constexpr Address kLine = 64;
  static constexpr unsigned kFilterBits = 16;
  static constexpr std::uint64_t kMostLines = 32;  // from here on the map is as fast

  struct Hash {
    std::size_t operator()(Address a) const { return (a >> 2) * 0x9E37'79B9'7F4A'7C15u >> 24; }
  };

  static std::uint32_t filter_bit(Address line) {
    return static_cast<std::uint32_t>(line * 0x9E37'79B9'7F4A'7C15u >> (64 - kFilterBits));
  }

  bool surely_empty(Address begin, std::uint64_t size) const {
    const Address first = begin / kLine, last = (begin + size - 1) / kLine;
    if (last - first >= kMostLines) return false;
    for (Address line = first; line <= last; ++line) {
      const std::uint32_t bit = filter_bit(line);
      if (filter_[bit / 64] >> (bit % 64) & 1) return false;
    }
    return true;
  }

  tsl::robin_map<Address, ObjectId, Hash> ids_;
  std::map<Address, ObjectId> ordered_;
  std::unique_ptr<std::uint64_t[]> filter_ = std::make_unique<std::uint64_t[]>((std::size_t{1} << kFilterBits) / 64);
};

}  // namespace heddle::sync
