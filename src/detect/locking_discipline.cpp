// LD' for every byte. See locking_discipline.h.
#include "detect/locking_discipline.h"

namespace heddle {

using detect::kNoLock;
using detect::LockingCell;
using detect::LockSet;

namespace {
constexpr std::uint32_t kWritten = 1U << 31;  // since the initialisation
constexpr std::uint32_t kBroken = 1U << 30;   // reported
constexpr std::uint32_t kFlags = kWritten | kBroken;
}  // namespace

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
  DisciplineDetector::order(t, edge);
}

void LockingDisciplineDetector::forget(ObjectId o) {
  clocks_.forget(o);
  DisciplineDetector::forget(o);
}

void LockingDisciplineDetector::visit(LockingCell& c, const Access& a, Address begin, Address end) {
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

void LockingDisciplineDetector::find(LockingCell& c, const Access& a, LockSet before, Address begin, Address end) {
  if (c.witnesses.of_another(a.thread) == 0) return;  // unshared
  const unsigned label = c.witnesses.label();
  if (label != 0 && label != a.thread.value + 1u && c.clock > clocks_.now(a.thread)[label - 1]) {
    c.state |= kBroken;
    findings_.add(c.witnesses.of(ThreadId(static_cast<std::uint16_t>(label - 1))), a, begin, end,
                  Breach::Initialisation, names_before(before));
  } else if ((c.state & kWritten) != 0 && (c.state & ~kFlags) == kNoLock) {
    c.state |= kBroken;
    findings_.add(c.witnesses.of_another(a.thread), a, begin, end, Breach::NoCommonLock, names_before(before));
  }
}

}  // namespace heddle
