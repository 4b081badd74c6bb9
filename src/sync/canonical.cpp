// The state of all objects and threads in canonical form (World::write_state).
#include <algorithm>

#include "sync/world.h"

namespace heddle::sync {

void World::list(ObjectId id) {
  const std::uint32_t index = id.index() / kParts;
  const auto place = std::lower_bound(listed_.begin(), listed_.end(), objects_[index].address,
                                      [&](std::uint32_t i, Address a) { return objects_[i].address < a; });
  if (place == listed_.end() || *place != index) listed_.insert(place, index);
}

std::span<const ThreadId> World::threads_by_rank() const {
  by_rank_.clear();
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (threads_[i].status != ThreadStatus::Absent) by_rank_.push_back(ThreadId(static_cast<std::uint16_t>(i)));
  const auto rank = [&](ThreadId t) { return threads_[t.index()].rank; };
  std::sort(by_rank_.begin(), by_rank_.end(), [&](ThreadId a, ThreadId b) { return rank(a) < rank(b); });
  return by_rank_;
}

void World::write_object(const Object& o, StateWriter& to) const {
  to.word(o.address);
  to.word(static_cast<std::uint64_t>(o.kind) | std::uint64_t{o.flags} << 8 | std::uint64_t{o.owned} << 16 |
          std::uint64_t{o.owned ? threads_[o.owner.index()].rank : std::uint16_t{0}} << 32);
  to.word(std::uint64_t{o.count} | std::uint64_t{o.limit} << 32);
  to.word(name_of_object(o.mutex));
  if (o.kind != ObjectKind::RwLock) return;
  for (const ThreadId t : by_rank_)
    if (const std::uint32_t hold = find_hold(t, o))
      to.word(std::uint64_t{threads_[t.index()].rank} << 32 | holds_[hold - 1].count);
  to.word(0);
}

void World::write_state(StateWriter& to) const {
  threads_by_rank();
  std::uint64_t count = 0;
  for (const std::uint32_t i : listed_) count += objects_[i].kind != ObjectKind::None;
  to.word(count);
  for (const std::uint32_t i : listed_)
    if (objects_[i].kind != ObjectKind::None) write_object(objects_[i], to);
  to.word(by_rank_.size());
  for (const ThreadId t : by_rank_) {
    const Thread& thread = threads_[t.index()];
    to.word(std::uint64_t{thread.rank} | static_cast<std::uint64_t>(thread.status) << 16 |
            static_cast<std::uint64_t>(thread.wake) << 24 | std::uint64_t{thread.detached} << 32 |
            std::uint64_t{thread.joined} << 33 | std::uint64_t{thread.waiting} << 34 |
            std::uint64_t{thread.timed} << 35 | std::uint64_t{thread.signalled} << 36 |
            std::uint64_t{threads_[thread.parent.index()].rank} << 48);
    to.word(name_of_object(thread.waits_on));
    to.word(name_of_object(thread.mutex));
    to.word(name_of_object(thread.writes));
  }
}

}  // namespace heddle::sync
