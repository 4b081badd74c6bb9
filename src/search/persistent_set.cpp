// Algorithm 2-LD; see persistent_set.h.
#include "search/persistent_set.h"

#include "machine/abstract_machine.h"
#include "sync/world.h"

namespace heddle {
namespace {

// Whatever ends this wait is dependent with it by the table.
bool wake_up_is_in_the_table(OperationKind kind) {
  switch (waits_of(kind)) {
    case Waits::ForCount:
    case Waits::ForWakeUp:
    case Waits::ForWakeUpAndMutex:
    case Waits::ForWord:
    case Waits::ForOneWord:
    case Waits::ForChange:
      return true;
    case Waits::Never:
    case Waits::ForMutex:
    case Waits::ToRead:
    case Waits::ToWrite:
    case Waits::ForGeneration:
    case Waits::ForInitialiser:
    case Waits::ForThread:
    case Waits::ForLocks:
    case Waits::Forever:
    case Waits::ForStart:
      return false;
  }
  return false;
}

}  // namespace

void PersistentSet::look(const AbstractMachine& machine, std::span<const Pending> pending) {
  size_ = pending.size();
  if (members_.size() < size_) members_.resize(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    const Pending& p = pending[i];
    Member& member = members_[i];
    member.thread = p.thread;
    member.enabled = p.enabled;
    member.kind = p.operation.kind;
    const ByteSet bytes = byte_set_of(machine, p.operation);
    member.footprint = footprint_of(p.operation, bytes);
    member.may_do = machine.may_do(p.thread);
    member.needed.clear();
    if (!p.enabled && bytes.empty()) machine.world().needed(p.thread, p.operation, member.needed);
  }
}

const ThreadSet& PersistentSet::choose(const ThreadSet& sleep) {
  conflicts_.assign(size_ * size_, Conflict::Unknown);
  std::size_t fewest = size_ + 1;
  for (std::size_t first = 0; first < size_; ++first) {
    if (!members_[first].enabled) continue;
    grow_from(first);
    std::size_t awake = 0;
    for (std::size_t i = 0; i < size_; ++i) awake += in_[i] && members_[i].enabled && !sleep.has(members_[i].thread);
    if (awake >= fewest) continue;
    fewest = awake;
    best_.clear();
    for (std::size_t i = 0; i < size_; ++i)
      if (in_[i] && members_[i].enabled) best_.add(members_[i].thread);
    if (fewest == 0) break;
  }
  return best_;
}

void PersistentSet::grow_from(std::size_t first) {
  in_.assign(size_, false);
  work_.clear();
  add(first, 0);
  // Whoever is frozen once is frozen for good, and the others are asked about anew by every member.
  while (!work_.empty()) {
    const std::size_t member = work_.back();
    work_.pop_back();
    for (std::size_t other = 0; other < size_; ++other)
      if (!in_[other] && !is_frozen(other, 0) && conflict(member, other)) add(other, 0);
  }
}

// Blocked for as long as no member moves.
bool PersistentSet::is_frozen(std::size_t i, std::size_t depth) const {
  const Member& m = members_[i];
  if (m.enabled) return false;
  if (waits_of(m.kind) == Waits::Forever) return true;
  if (depth > size_) return false;
  for (const ThreadId t : m.needed)
    if (const std::size_t other = index_of(t); other < size_ && (in_[other] || is_frozen(other, depth + 1)))
      return true;
  return false;
}

// Adds the thread; or, for a blocked one, a thread that it waits for, which freezes it.
void PersistentSet::add(std::size_t i, std::size_t depth) {
  if (in_[i] || is_frozen(i, 0)) return;
  const Member& m = members_[i];
  if (!m.enabled) {
    if (!m.needed.empty() && depth <= size_)
      if (const std::size_t other = index_of(m.needed.front()); other < size_) return add(other, depth + 1);
    if (!m.footprint.spin && !wake_up_is_in_the_table(m.kind)) {
      in_.assign(size_, true);
      work_.clear();
      return;
    }
  }
  in_[i] = true;
  work_.push_back(i);
}

bool PersistentSet::conflict(std::size_t member, std::size_t other) {
  Conflict& known = conflicts_[member * size_ + other];
  if (known == Conflict::Unknown)
    known = may_interfere(members_[member].footprint, members_[other].may_do) ? Conflict::Yes : Conflict::No;
  return known == Conflict::Yes;
}

std::size_t PersistentSet::index_of(ThreadId t) const {
  for (std::size_t i = 0; i < size_; ++i)
    if (members_[i].thread == t) return i;
  return size_;
}

}  // namespace heddle
