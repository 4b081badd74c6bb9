#include "search/heuristics.h"

#include <algorithm>

namespace heddle {
namespace {

struct Synchronisation {
  bool acquires = false, releases = false;
  Address object = 0;
};

Synchronisation of_atomic(const Transition& t) {
  const Operation& op = t.operation;
  const bool reads = memory_use(op.kind) != MemoryUse::AtomicWrite;
  const bool failed = memory_use(op.kind) == MemoryUse::AtomicReadWrite && !t.wrote;
  const MemoryOrder order = failed ? op.failure_order : op.order;
  return {reads && acquires(order), t.wrote && releases(order), op.object};
}

Synchronisation synchronisation_of(const Transition& t) {
  const Operation& op = t.operation;
  const OperationTraits& is = traits(op.kind);
  if (is_atomic_access(op.kind)) return of_atomic(t);
  const Address locked = is.argument == ArgumentIs::Mutex ? op.argument : op.object;
  switch (is.locks) {
    case LockEffect::Takes:
    case LockEffect::TakesShared:
    case LockEffect::TakesAll:
      return {.acquires = true, .object = locked};
    case LockEffect::Releases:
      return {.releases = true, .object = locked};
    case LockEffect::Keeps:
      break;
  }
  if (is.life != Life::Uses || is.word == ObjectWord::Readable) return {};
  if (is.object == Operand::Once) return {.acquires = true, .object = op.object};
  if (is.object != Operand::Semaphore && is.object != Operand::Barrier) return {};
  const bool takes = is.waits != Waits::Never || is.limit != Limit::NoLimit;
  return {.acquires = takes, .releases = !takes, .object = op.object};
}

// A place in memory may be both.
constexpr Address location_key(Address a) { return a << 1; }
constexpr Address object_key(Address a) { return a << 1 | 1; }

}  // namespace

void HeuristicValue::before_step() {
  if (watch_ == nullptr) return;
  watch_->begin_step();
  watch_->clear_breaches();
}

void HeuristicValue::after_step(const Transition& t) {
  marks_.push_back(changes_.size());
  value_ = kOther;
  if (!on_.any()) return;
  unsigned of_accesses = 0;
  if (is_plain_access(t.operation.kind))
    of_accesses = of_access(t.thread, t.operation.object, may_write(t.operation.kind));
  const unsigned of_operation = of_synchronisation(t);
  if (watch_ != nullptr)
    for (const WatchedRange& range : watch_->step_accesses())
      of_accesses = std::max(of_accesses, of_access(t.thread, range.begin, range.write));
  if (of_accesses != 0 || of_operation != 0) value_ = of_accesses != 0 ? of_accesses : of_operation;
}

void HeuristicValue::went_back(std::size_t depth) {
  if (depth >= marks_.size()) return;
  for (; changes_.size() > marks_[depth]; changes_.pop_back()) facts_[changes_.back().key] = changes_.back().before;
  marks_.resize(depth);
}

// 0: no heuristic that is on says anything.
unsigned HeuristicValue::of_access(ThreadId t, Address a, bool write) {
  const auto self = static_cast<std::uint32_t>(t.index() + 1);
  const auto known = facts_.find(location_key(a));
  const bool by_other = known != facts_.end() && known->second != 0 && known->second != self;
  if (write) note(location_key(a), self);
  if (write) return by_other ? (on_.writes_first || on_.watch_written ? 8 : 0) : (on_.writes_first ? 7 : 0);
  return by_other ? (on_.watch_written ? 6 : 0) : (on_.writes_first && on_.watch_written ? 5 : 0);
}

unsigned HeuristicValue::of_synchronisation(const Transition& t) {
  const Synchronisation s = synchronisation_of(t);
  const Address key = object_key(s.object);
  const auto known = facts_.find(key);
  const bool released = known != facts_.end() && known->second != 0;
  if (s.releases) note(key, 1);
  for (const SilentOperation& silent : t.silent)
    if (traits(silent.kind).silently == Silently::Releases) note(object_key(silent.object), 1);
  if (s.acquires)
    return released ? (on_.avoid_release_acquire || on_.acquire_first ? 2 : 0) : (on_.acquire_first ? 4 : 0);
  return s.releases && on_.avoid_release_acquire ? 1 : 0;
}

void HeuristicValue::note(Address key, std::uint32_t now) {
  std::uint32_t& fact = facts_[key];
  if (fact == now) return;
  changes_.push_back({key, fact});
  fact = now;
}

}  // namespace heddle
