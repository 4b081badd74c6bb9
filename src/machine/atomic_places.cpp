// The rare cases: the first access to a place, and places of several sizes. See atomic_places.h.
#include "machine/atomic_places.h"

#include <algorithm>
#include <utility>

namespace heddle {

void AtomicPlaces::set(ObjectId id, std::uint32_t width) {
  widths_.grow_to(id.index() + 1);
  journal_.remember(widths_[id.index()]);
  widths_[id.index()] = width;
}

// Its bytes become places of one byte, and each knows what the whole did.
void AtomicPlaces::split(Address a, std::uint32_t width) {
  const ObjectId whole = world_.object_at(a);
  set(whole, kByteOfSeveral);
  for (std::uint32_t i = 1; i < width; ++i) {
    const ObjectId byte = world_.object_at(a + i);
    observers_.copy(whole, byte);
    sequences_.copy(whole, byte, observers_);
    set(byte, kByteOfSeveral);
  }
}

std::vector<ObjectId> AtomicPlaces::find_slowly(const Operation& op) {
  const Address begin = op.object, end = begin + op.width;
  widest_ = std::max(widest_, op.width);
  std::vector<std::pair<Address, std::uint32_t>> met;
  world_.each_object_in(begin - std::min<Address>(begin, widest_ - 1), end, [&](ObjectId id) {
    const Address at = world_.address_of(id);
    if (width(id) != 0 && at + width(id) > begin) met.emplace_back(at, width(id));
  });
  if (met.empty()) {
    set(op.id, op.width);
    return {op.id};
  }
  for (const auto& [at, width] : met)
    if (width > 1) split(at, width);
  std::vector<ObjectId> bytes;
  for (Address byte = begin; byte < end; ++byte) {
    bytes.push_back(world_.object_at(byte));
    if (width(bytes.back()) == 0) set(bytes.back(), kByteOfSeveral);
  }
  return bytes;
}

}  // namespace heddle
