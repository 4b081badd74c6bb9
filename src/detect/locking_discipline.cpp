// LD' for every byte. See locking_discipline.h.
#include "detect/locking_discipline.h"

namespace heddle {

using detect::kEveryLock;
using detect::kNoLock;
using detect::LockSet;

LockingDisciplineDetector::LockingDisciplineDetector(Journal& journal, Initialisers initialisers)
    : initialisers_(initialisers),
      log_(journal),
      records_(log_),
      cells_(log_, records_, owner_),
      clocks_(journal, ~std::uint32_t{0}),
      held_(journal) {}

void LockingDisciplineDetector::fork(ThreadId parent, ThreadId child) {
  clocks_.fork(parent, child);
  clocks_.tick(parent);
}

void LockingDisciplineDetector::join(ThreadId joiner, ThreadId finished) {
  clocks_.join(joiner, finished);
  clocks_.tick(joiner);
}

void LockingDisciplineDetector::order(ThreadId t, const Edge& edge) {
  clocks_.order(t, edge);
  clocks_.tick(t);
  held_.order(t, edge);
}

void LockingDisciplineDetector::forget(ObjectId o) {
  clocks_.forget(o);
  held_.forget(o);
}

std::optional<Race> LockingDisciplineDetector::access(const Access& a) {
  findings_.clear();
  if (is_atomic(a.kind)) return std::nullopt;
  const Address end = a.address + std::min(a.size, ~Address{0} - a.address);
  if (a.kind == AccessKind::Free) {
    cells_.clear(a.address, end);
    return std::nullopt;
  }
  cells_.visit(a.address, end, [&](Cell& c, Address from, Address to) { visit(c, a, from, to); });
  return findings_.first();
}

void LockingDisciplineDetector::visit(Cell& c, const Access& a, Address begin, Address end) {
  const unsigned label = a.thread.value + 1u;
  const std::uint32_t now = clocks_.own(a.thread);
  if (c.witnesses.last == 0 && is_write(a.kind) && initialisers_ == Initialisers::First) {
    c.witnesses.set_label(label);
    c.clock = now;
  }
  const LockSet before = c.state & ~kFlags;
  const bool initialising = c.witnesses.label() == label && c.clock == now;
  if (!initialising) {
    const LockSet locks = held_.intersect(before, held_.protecting(a.thread, is_write(a.kind)));
    c.state = locks | (c.state & kFlags) | (is_write(a.kind) ? kWritten : 0);
  }
  if ((c.state & kBroken) == 0) find(c, a, before, begin, end);
  c.witnesses.note(a);
}

void LockingDisciplineDetector::find(Cell& c, const Access& a, LockSet before, Address begin, Address end) {
  if (c.witnesses.of_another(a.thread) == 0) return;  // unshared
  const unsigned label = c.witnesses.label();
  std::optional<std::vector<ObjectId>> locks;
  if (before != kEveryLock) locks = held_.names(before);
  if (label != 0 && label != a.thread.value + 1u && c.clock > clocks_.now(a.thread)[label - 1]) {
    c.state |= kBroken;
    findings_.add(c.witnesses.of(ThreadId(static_cast<std::uint16_t>(label - 1))), a, begin, end,
                  Breach::Initialisation, std::move(locks));
  } else if ((c.state & kWritten) != 0 && (c.state & ~kFlags) == kNoLock) {
    c.state |= kBroken;
    findings_.add(c.witnesses.of_another(a.thread), a, begin, end, Breach::NoCommonLock, std::move(locks));
  }
}

}  // namespace heddle
