// LD' for every byte. See locking_discipline.h.
#include "detect/locking_discipline.h"

namespace heddle {

using detect::kEveryLock;
using detect::kNoLock;
using detect::LockSet;

LockingDisciplineDetector::LockingDisciplineDetector(Journal& journal, Initialisers initialisers)
    : journal_(journal),
      initialisers_(initialisers),
      log_(journal),
      records_(log_),
      cells_(log_, records_, owner_),
      clocks_(journal, ~std::uint32_t{0}),
      held_(journal),
      segments_(kNotInitialised + 1) {}

void LockingDisciplineDetector::fork(ThreadId parent, ThreadId child) {
  end_segment(parent);
  clocks_.fork(parent, child);
}

void LockingDisciplineDetector::join(ThreadId joiner, ThreadId finished) {
  end_segment(joiner);
  clocks_.join(joiner, finished);
}

void LockingDisciplineDetector::order(ThreadId t, const Edge& edge) {
  end_segment(t);
  clocks_.order(t, edge);
  held_.order(t, edge);
}

void LockingDisciplineDetector::forget(ObjectId o) {
  clocks_.forget(o);
  held_.forget(o);
}

void LockingDisciplineDetector::end_segment(ThreadId t) {
  Thread& self = thread(t);
  journal_.remember(self);
  ++self.number;
  self.segment = kUnknown;
}

LockingDisciplineDetector::SegmentIndex LockingDisciplineDetector::present_segment(ThreadId t) {
  if (initialisers_ == Initialisers::None) return kNotInitialised;
  Thread& self = thread(t);
  if (self.segment != kUnknown) return self.segment;
  journal_.remember(self);
  const std::uint32_t clock = clocks_.own(t);
  std::vector<SegmentIndex>& same = segment_index_[std::uint64_t{t.value} << 32 | self.number];
  for (const SegmentIndex index : same)
    if (segments_[index].clock == clock) return self.segment = index;
  same.push_back(static_cast<SegmentIndex>(segments_.size()));
  segments_.push_back({t, self.number, clock});
  return self.segment = same.back();
}

std::optional<Race> LockingDisciplineDetector::access(const Access& a) {
  findings_.clear();
  if (is_atomic(a.kind)) return std::nullopt;
  const Address end = a.address + std::min(a.size, ~Address{0} - a.address);
  if (a.kind == AccessKind::Free) {
    cells_.clear(a.address, end);
    return std::nullopt;
  }
  const SegmentIndex now = present_segment(a.thread);
  cells_.visit(a.address, end, [&](Cell& c, Address from, Address to) { visit(c, a, now, from, to); });
  return findings_.first();
}

void LockingDisciplineDetector::visit(Cell& c, const Access& a, SegmentIndex now, Address begin, Address end) {
  if (c.initialised == kUnknown) c.initialised = is_write(a.kind) ? now : kNotInitialised;
  const LockSet before = c.state & ~kFlags;
  const bool initialising = c.initialised == now && now != kNotInitialised;
  if (!initialising) {
    const LockSet locks = held_.intersect(before, held_.protecting(a.thread, is_write(a.kind)));
    c.state = locks | (c.state & kFlags) | (is_write(a.kind) ? kWritten : 0);
  }
  if ((c.state & kBroken) == 0) find(c, a, before, begin, end);
  c.witnesses.note(a);
}

void LockingDisciplineDetector::find(Cell& c, const Access& a, LockSet before, Address begin, Address end) {
  if (c.witnesses.of_another(a.thread) == 0) return;  // unshared
  const Segment& first = segments_[c.initialised];
  std::optional<std::vector<ObjectId>> locks;
  if (before != kEveryLock) locks = held_.names(before);
  if (c.initialised != kNotInitialised && first.thread != a.thread &&
      first.clock > clocks_.now(a.thread)[first.thread.value]) {
    c.state |= kBroken;
    findings_.add(c.witnesses.of(first.thread), a, begin, end, Breach::Initialisation, std::move(locks));
  } else if ((c.state & kWritten) != 0 && (c.state & ~kFlags) == kNoLock) {
    c.state |= kBroken;
    findings_.add(c.witnesses.of_another(a.thread), a, begin, end, Breach::NoCommonLock, std::move(locks));
  }
}

}  // namespace heddle
