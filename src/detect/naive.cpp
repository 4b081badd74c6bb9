// The happens-before oracle. See naive.h.
#include "detect/naive.h"

#include <algorithm>
#include <set>
#include <utility>

#include "model/address_space.h"

namespace heddle {

namespace {

struct Stretch {
  Address begin, end;
};

// What is left of the stretches without [begin, end).
std::vector<Stretch> without(const std::vector<Stretch>& stretches, Address begin, Address end) {
  std::vector<Stretch> rest;
  for (const Stretch& s : stretches) {
    if (s.begin < std::min(s.end, begin)) rest.push_back({s.begin, std::min(s.end, begin)});
    if (std::max(s.begin, end) < s.end) rest.push_back({std::max(s.begin, end), s.end});
  }
  return rest;
}

}  // namespace

void NaiveDetector::fork(ThreadId parent, ThreadId child) { append({What::Fork, parent, child}); }
void NaiveDetector::join(ThreadId joiner, ThreadId finished) { append({What::Join, joiner, finished}); }
void NaiveDetector::order(ThreadId t, const Edge& edge) { append({What::Order, t, {}, edge}); }
void NaiveDetector::forget(ObjectId o) { append({What::Forget, {}, {}, Edge{EdgeKind::Acquire, {}, o}}); }

void NaiveDetector::copy(ObjectId from, ObjectId to) {
  append({What::Copy, {}, {}, Edge{EdgeKind::Acquire, {}, to}, {}, {}, from});
}

void NaiveDetector::fresh(Address begin, std::uint64_t size) {
  append({What::Fresh, {}, {}, {}, Access{{}, AccessKind::Write, begin, size, {}}});
}

std::optional<Race> NaiveDetector::access(const Access& access) {
  races_.clear();
  listed_.clear();
  Access inside = access;
  inside.address = std::max(access.address, kProgramBase);
  const Address end = access.address + std::min<std::uint64_t>(access.size, ~Address{0} - access.address);
  if (inside.address >= std::min(end, kProgramEnd)) return std::nullopt;
  inside.size = std::min(end, kProgramEnd) - inside.address;

  const std::size_t here = append({What::Access, access.thread, {}, {}, inside});
  const Event& later = events_[here];
  std::vector<Stretch> bytes{{inside.address, inside.address + inside.size}};
  for (std::size_t i = here; i-- > 0 && !bytes.empty();) {
    const Event& e = events_[i];
    if (e.what == What::Fresh) bytes = without(bytes, e.access.address, e.access.address + e.access.size);
    if (e.what != What::Access || !conflicting(e.access.kind, access.kind) || happens_before(i, later)) continue;
    for (const Stretch& s : bytes) {
      const Address common = std::max(s.begin, e.access.address);
      const Address common_end = std::min(s.end, e.access.address + e.access.size);
      if (common >= common_end) continue;
      Access earlier = e.access;
      earlier.address = common;
      earlier.size = common_end - common;
      races_.push_back(Race{earlier, access});
    }
  }
  for (std::uint64_t i = 0; i < inside.size && list_; ++i) list_races(here, inside.address + i);
  if (races_.empty()) return std::nullopt;
  return races_.front();
}

// Back to the last plain write of the byte, looking at the latest access of each thread and kind.
void NaiveDetector::list_races(std::size_t here, Address byte) {
  const auto holds = [&](const Access& a) { return byte - a.address < a.size; };
  std::set<std::pair<ThreadId, AccessKind>> met;
  for (std::size_t i = here; i-- > 0;) {
    const Event& e = events_[i];
    if ((e.what != What::Access && e.what != What::Fresh) || !holds(e.access)) continue;
    if (e.what == What::Fresh) return;
    const AccessKind kind = e.access.kind;
    const bool last = met.emplace(e.thread, kind).second;
    if (last && conflicting(kind, events_[here].access.kind) && !happens_before(i, events_[here]))
      listed_.push_back({{e.thread, kind, byte, 1, e.access.site}, events_[here].access});
    if (is_write(kind) && !is_atomic(kind)) return;
  }
}

// ---- the event graph ----

std::size_t NaiveDetector::append(Event event) {
  events_.resize(length_, event);  // drops what a backtrack has undone
  journal_.remember(length_);
  const std::size_t here = length_++;
  event.before.assign(here / 64 + 1, 0);
  events_.push_back(std::move(event));
  Set before = events_[here].before;
  for (const std::size_t earlier : edges_into(here)) add_before(before, earlier);
  events_[here].before = std::move(before);
  return here;
}

void NaiveDetector::add_before(Set& set, std::size_t earlier) const {
  const Set& its = events_[earlier].before;
  for (std::size_t i = 0; i < its.size(); ++i) set[i] |= its[i];
  set[earlier / 64] |= std::uint64_t{1} << earlier % 64;
}

bool NaiveDetector::happens_before(std::size_t earlier, const Event& later) const {
  return (later.before[earlier / 64] >> earlier % 64 & 1) != 0;
}

std::optional<std::size_t> NaiveDetector::last_of(ThreadId t, std::size_t end) const {
  for (std::size_t i = end; i-- > 0;) {
    const Event& e = events_[i];
    if (e.what == What::Forget || e.what == What::Fresh || e.what == What::Copy) continue;
    if (e.thread == t || (e.what == What::Fork && e.other == t)) return i;
  }
  return std::nullopt;
}

bool NaiveDetector::is_atomic_read(const Event& e) const {
  return e.what == What::Order && (e.edge.kind == EdgeKind::AtomicLoad || e.edge.kind == EdgeKind::AtomicRmw);
}

std::vector<std::size_t> NaiveDetector::heads(ObjectId o, std::size_t position) const {
  std::vector<std::size_t> found;
  for (std::size_t x = position; x-- > 0;) {
    const Event& write = events_[x];
    if (write.what == What::Forget && write.edge.object == o) break;
    if (write.what == What::Copy && write.edge.object == o) {  // it was part of that one until then
      const std::vector<std::size_t> earlier = heads(write.from, x);
      found.insert(found.end(), earlier.begin(), earlier.end());
      break;
    }
    if (write.what != What::Order || write.edge.object != o) continue;
    if (write.edge.kind != EdgeKind::AtomicStore && write.edge.kind != EdgeKind::AtomicRmw) continue;
    // This write heads a release sequence itself, or would if it were a release, which counts after a release fence.
    if (releases(write.edge.order)) found.push_back(x);
    for (std::size_t f = 0; f < x; ++f) {
      const Event& fence = events_[f];
      if (fence.what == What::Order && fence.edge.kind == EdgeKind::Fence && fence.thread == write.thread &&
          releases(fence.edge.order))
        found.push_back(f);
    }
    if (write.edge.kind == EdgeKind::AtomicStore) break;  // not part of anyone else's release sequence
  }
  return found;
}

std::vector<std::size_t> NaiveDetector::edges_into(std::size_t position) const {
  const Event& e = events_[position];
  std::vector<std::size_t> from;
  if (e.what == What::Forget || e.what == What::Fresh || e.what == What::Copy) return from;
  if (const auto previous = last_of(e.thread, position)) from.push_back(*previous);
  if (e.what == What::Join)
    if (const auto last = last_of(e.other, position)) from.push_back(*last);
  if (e.what != What::Order) return from;

  if (e.edge.kind == EdgeKind::Lock || e.edge.kind == EdgeKind::Acquire) {
    for (std::size_t i = position; i-- > 0;) {
      const Event& r = events_[i];
      if (r.what == What::Forget && r.edge.object == e.edge.object) break;
      if (r.what != What::Order || r.edge.object != e.edge.object) continue;
      const EdgeKind kind = r.edge.kind;
      if (kind == EdgeKind::Unlock || kind == EdgeKind::Release || kind == EdgeKind::ReleaseReset) from.push_back(i);
      if (kind == EdgeKind::ReleaseReset) break;
    }
  }
  if (is_atomic_read(e) && acquires(e.edge.order)) {
    const auto more = heads(e.edge.object, position);
    from.insert(from.end(), more.begin(), more.end());
  }
  if (e.edge.kind == EdgeKind::Fence && acquires(e.edge.order)) {
    for (std::size_t i = 0; i < position; ++i) {
      if (!is_atomic_read(events_[i]) || events_[i].thread != e.thread) continue;
      const auto more = heads(events_[i].edge.object, i);
      from.insert(from.end(), more.begin(), more.end());
    }
  }
  return from;
}

}  // namespace heddle
