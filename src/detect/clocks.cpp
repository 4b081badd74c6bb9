// The clock arithmetic behind every edge. See clocks.h for what each clock means.
#include "detect/clocks.h"

#include <algorithm>
#include <cstring>

namespace heddle::detect {

namespace {
constexpr std::uint64_t kSpace = std::uint64_t{1} << 33;  // components
constexpr std::uint32_t kSmallest = 8;
}  // namespace

Clocks::Clocks(Journal& journal, std::uint32_t largest)
    : journal_(journal), largest_(largest), space_(kSpace * sizeof(std::uint32_t), "the detector's clocks") {}

ThreadClocks& Clocks::thread(ThreadId t) {
  if (t.index() >= threads_.size()) threads_.grow_to(t.index() + 1);
  ThreadClocks& clocks = threads_[t.index()];
  if (clocks.now.length <= t.value) [[unlikely]] {
    if (t.value >= kMaxThreads) overflowed_ = "more threads than the race detector can tell apart";
    reserve(clocks.now, t.value + 1, true);
    clocks.now.at[t.value] = 1;
  }
  return clocks;
}

Clock& Clocks::object(ObjectId o) {
  if (o.index() >= objects_.size()) objects_.grow_to(o.index() + 1);
  return objects_[o.index()];
}

void Clocks::tick(ThreadId t) {
  std::uint32_t& own = thread(t).now.at[t.value];
  journal_.remember(own);
  if (own >= largest_) {
    overflowed_ = "a thread synchronised more often than the race detector can count";
    return;
  }
  ++own;
}

void Clocks::fork(ThreadId parent, ThreadId child) {
  // Goes on from where the name was used before: an old access of it must not look like one of the new thread.
  const std::uint32_t before = child.index() < threads_.size() ? threads_[child.index()].now[child.value] : 0;
  ThreadClocks& c = thread(child);
  assign(c.now, thread(parent).now);
  const Clock none;
  assign(c.fence, none);
  assign(c.pending, none);
  if (c.now.length <= child.value) reserve(c.now, child.value + 1, true);
  std::uint32_t& own = c.now.at[child.value];
  journal_.remember(own);
  own = std::max(own, before) + 1;
  tick(parent);
}

void Clocks::join(ThreadId joiner, ThreadId finished) { join(thread(joiner).now, thread(finished).now); }

void Clocks::forget(ObjectId o) { clear(object(o)); }

void Clocks::copy(ObjectId from, ObjectId to) {
  object(to);  // grown before the reference below is taken
  assign(object(to), object(from));
}

void Clocks::order(ThreadId t, const Edge& edge) {
  ThreadClocks& self = thread(t);
  switch (edge.kind) {
    case EdgeKind::Lock:
    case EdgeKind::Acquire:
      join(self.now, object(edge.object));
      return;
    case EdgeKind::Unlock:  // the owner has acquired what was there: assigning loses nothing
    case EdgeKind::ReleaseReset:
      assign(object(edge.object), self.now);
      tick(t);
      return;
    case EdgeKind::Release:
      join(object(edge.object), self.now);
      tick(t);
      return;
    case EdgeKind::AtomicLoad:
      atomic_load(self, object(edge.object), edge.order);
      return;
    case EdgeKind::AtomicStore:
      assign(object(edge.object), releases(edge.order) ? self.now : self.fence);
      if (releases(edge.order)) tick(t);
      return;
    case EdgeKind::AtomicRmw: {
      Clock& o = object(edge.object);
      atomic_load(self, o, edge.order);
      join(o, releases(edge.order) ? self.now : self.fence);
      if (releases(edge.order)) tick(t);
      return;
    }
    case EdgeKind::Fence:
      fence(t, self, edge.order);
      return;
  }
}

void Clocks::atomic_load(ThreadClocks& self, const Clock& object, MemoryOrder order) {
  join(acquires(order) ? self.now : self.pending, object);
}

void Clocks::fence(ThreadId t, ThreadClocks& self, MemoryOrder order) {
  if (acquires(order)) join(self.now, self.pending);
  if (!releases(order)) return;
  assign(self.fence, self.now);
  tick(t);
}

void Clocks::join(Clock& into, const Clock& from) {
  const std::uint32_t common = std::min(into.length, from.length);
  bool larger = from.length > into.length;
  for (std::uint32_t i = 0; i < common; ++i) larger |= from.at[i] > into.at[i];
  if (!larger) return;  // nothing new: nothing to remember
  if (from.length > into.length) {
    reserve(into, from.length, true);
  } else {
    journal_.remember_bytes(into.at, from.length * sizeof(std::uint32_t));
  }
  for (std::uint32_t i = 0; i < from.length; ++i) into.at[i] = std::max(into.at[i], from.at[i]);
}

void Clocks::assign(Clock& to, const Clock& from) {
  if (from.length == 0) return clear(to);
  reserve(to, from.length, false);
  std::memcpy(to.at, from.at, from.length * sizeof(std::uint32_t));
}

void Clocks::clear(Clock& clock) {
  if (clock.length == 0) return;
  journal_.remember(clock);
  clock.length = 0;
}

// Everything that is about to be overwritten in clock.at[0 .. length) is in the journal afterwards.
void Clocks::reserve(Clock& clock, std::uint32_t length, bool keep) {
  if (clock.capacity >= length) {
    journal_.remember_bytes(clock.at, length * sizeof(std::uint32_t));
    if (keep && length > clock.length)
      std::memset(clock.at + clock.length, 0, (length - clock.length) * sizeof(std::uint32_t));
    if (clock.length == length) return;
    journal_.remember(clock);
    clock.length = length;
    return;
  }
  std::uint32_t capacity = std::max(clock.capacity, kSmallest);
  while (capacity < length) capacity *= 2;
  journal_.remember(clock);
  journal_.remember(used_);
  if (kSpace - used_ < capacity) {
    overflowed_ = "the race detector's clocks need more room than there is";
    used_ = 0;
  }
  std::uint32_t* const at = space_.as<std::uint32_t>() + used_;
  used_ += capacity;
  std::memset(at, 0, capacity * sizeof(std::uint32_t));
  if (keep && clock.length > 0) std::memcpy(at, clock.at, clock.length * sizeof(std::uint32_t));
  clock = Clock{at, length, capacity};
}

}  // namespace heddle::detect
