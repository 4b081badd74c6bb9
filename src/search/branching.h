// Where the branches of a search come from: how often it went back to a state and left the step that it had taken there
// for another one, by the operation of that step. For people who want to know why a search does not end.
//
// Counted by site and object: in a library all mutexes are locked by the same line, and one line may lock many mutexes.
// The table has room for the places that matter in any program; further ones are only counted in the total.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/operation.h"

namespace heddle {

struct BranchPlace {
  SiteId site;
  Address object = 0;
  std::uint64_t count = 0;  // 0: an empty slot
  std::size_t depth = 0;    // of the latest
};

class BranchCounts {
 public:
  // `depth`: of the state that the search went back to.
  void count(const Operation& operation, std::size_t depth) {
    ++total_;
    BranchPlace* slot = slot_of(operation.site, operation.object);
    while (slot == nullptr && slots_.size() < kMostSlots) {
      grow();
      slot = slot_of(operation.site, operation.object);
    }
    if (slot == nullptr) return;
    *slot = {operation.site, operation.object, slot->count + 1, depth};
  }

  std::uint64_t total() const { return total_; }

  // The places with most of them.
  std::vector<BranchPlace> top(std::size_t most) const {
    std::vector<BranchPlace> list;
    for (const BranchPlace& slot : slots_)
      if (slot.count > 0) list.push_back(slot);
    std::sort(list.begin(), list.end(), [](const BranchPlace& a, const BranchPlace& b) {
      return a.count != b.count ? a.count > b.count : a.site != b.site ? a.site < b.site : a.object < b.object;
    });
    if (list.size() > most) list.resize(most);
    return list;
  }

 private:
  static constexpr std::size_t kFirstSlots = 32, kMostSlots = 1024, kTries = 8;

  // Its own, or an empty one; nullptr: there is no room.
  BranchPlace* slot_of(SiteId site, Address object) {
    const std::uint64_t hash = (object ^ (std::uint64_t{site.value} << 32)) * 0x9e3779b97f4a7c15u;
    for (std::size_t i = 0; i < kTries && !slots_.empty(); ++i) {
      BranchPlace& slot = slots_[(static_cast<std::size_t>(hash >> 40) + i) % slots_.size()];
      if (slot.count == 0 || (slot.site == site && slot.object == object)) return &slot;
    }
    return nullptr;
  }

  // Small searches are many: they are not to pay for a large table.
  void grow() {
    std::vector<BranchPlace> before(slots_.empty() ? kFirstSlots : 4 * slots_.size());
    std::swap(before, slots_);
    for (const BranchPlace& place : before)
      if (place.count > 0)
        if (BranchPlace* slot = slot_of(place.site, place.object)) *slot = place;
  }

  std::vector<BranchPlace> slots_;
  std::uint64_t total_ = 0;
};

}  // namespace heddle
