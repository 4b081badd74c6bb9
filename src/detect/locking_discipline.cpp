// LD' for every byte. See locking_discipline.h.
#include "detect/locking_discipline.h"

#include <algorithm>
#include <iterator>

namespace heddle {

using detect::kNoLock;
using detect::LockingCell;
using detect::LockSet;

namespace {
constexpr std::uint32_t kWritten = 1U << 31;  // since the initialisation
constexpr std::uint32_t kBroken = 1U << 30;   // reported
constexpr std::uint32_t kFlags = kWritten | kBroken;
constexpr unsigned kOutOfTurn = 1U << 26;  // no label of a thread
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

void LockingDisciplineDetector::declare(std::vector<DeclaredInitialiser> declared, const ThreadNames& names) {
  declared_ = std::move(declared);
  names_ = &names;
  std::sort(declared_.begin(), declared_.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
}

// The first access: is it initialisation?
void LockingDisciplineDetector::begin_life(LockingCell& c, const Access& a, Address begin) {
  bool initialises = is_write(a.kind) && initialisers_ == Initialisers::First;
  const auto after = std::upper_bound(declared_.begin(), declared_.end(), begin,
                                      [](Address address, const auto& range) { return address < range.begin; });
  if (after != declared_.begin() && begin - std::prev(after)->begin < std::prev(after)->size) {
    const std::string& thread = std::prev(after)->thread;
    initialises = !thread.empty() && names_->name(a.thread) == thread;
    if (!initialises && !thread.empty()) c.witnesses.set_label(kOutOfTurn);
  }
  if (!initialises) return;
  c.witnesses.set_label(a.thread.value + 1u);
  c.clock = clocks_.own(a.thread);
}

void LockingDisciplineDetector::visit(LockingCell& c, const Access& a, Address begin, Address end) {
  const unsigned label = a.thread.value + 1u;
  const std::uint32_t now = clocks_.own(a.thread);
  if (c.witnesses.last == 0) begin_life(c, a, begin);
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
  if (label == kOutOfTurn) {
    c.state |= kBroken;
    findings_.add(c.witnesses.of_another(a.thread), a, begin, end, Breach::OutOfTurn, names_before(before));
    return;
  }
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
