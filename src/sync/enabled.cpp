// When an operation blocks: the rules of all objects in one place. Called for every live thread after every step, so
// it does nothing but compare a few fields.
//
// Each rule says "blocked iff": an object that is not (or no longer) what the operation takes it for blocks nobody,
// because executing the operation is what reports the misuse. The same holds for a thread that would wait for itself.
#include "sync/world.h"

namespace heddle::sync {
namespace {

bool held_by_other(const Object& o, ObjectKind kind, ThreadId t) { return o.kind == kind && o.owned && o.owner != t; }

}  // namespace

bool World::enabled(ThreadId t, const Operation& op) const {
  switch (waits_of(op.kind)) {
    case Waits::ForMutex:
      return !held_by_other(object(op.id), ObjectKind::Mutex, t);
    case Waits::ToRead: {
      const Object& o = object(op.id);
      const bool minds_writers = (op.argument & kPrefersWriters) != 0 && o.kind == ObjectKind::RwLock && !o.owned;
      return !held_by_other(o, ObjectKind::RwLock, t) && !(minds_writers && keeps_readers_out(o));
    }
    case Waits::ToWrite: {
      const Object& o = object(op.id);
      if (o.kind != ObjectKind::RwLock) return true;
      if (o.owned) return o.owner == t;
      return o.count == 0 || find_hold(t, o) != 0;
    }
    case Waits::ForWakeUpAndMutex: {
      const Thread& waiter = thread(t);
      if (waiter.waiting && !waiter.timed && !spurious_) return false;
      return !held_by_other(object(waiter.mutex), ObjectKind::Mutex, t);
    }
    case Waits::ForWakeUp:
      return !thread(t).waiting || thread(t).timed;
    case Waits::ForCount: {
      const Object& o = object(op.id);
      return o.kind != ObjectKind::Semaphore || o.count > 0;
    }
    case Waits::ForGeneration: {
      const Object& o = object(op.id);
      return o.kind != ObjectKind::Barrier || o.generation != static_cast<std::uint32_t>(op.argument);
    }
    case Waits::ForInitialiser: {
      const Object& o = object(op.id);
      return o.kind != ObjectKind::Once || !o.owned;
    }
    case Waits::ForThread: {
      if (op.object >= threads_.size()) return true;
      const Thread& target = threads_[op.object];
      return target.status != ThreadStatus::Running || target.detached || target.joined || op.object == t.index();
    }
    case Waits::Never:
    case Waits::ForLocks:  // and the rest: what they wait for only the machine knows
    case Waits::ForWord:
    case Waits::ForOneWord:
    case Waits::ForChange:
    case Waits::Forever:
    case Waits::ForStart:
      return true;
  }
  return true;
}

// Whom a blocked operation waits for. (An operation that is enabled waits for nobody.) The runner of a once that enters
// it again waits for itself.
template <class F>
void World::for_each_needed(ThreadId t, const Operation& op, F f) const {
  if (enabled(t, op)) return;
  const Waits waits = waits_of(op.kind);
  if (waits == Waits::ForThread) return f(ThreadId(static_cast<std::uint16_t>(op.object)));
  const Object& o = object(waits == Waits::ForWakeUpAndMutex ? thread(t).mutex : op.id);
  switch (waits) {
    case Waits::ToWrite:
      for (std::uint32_t i = o.readers; i != 0; i = holds_[i - 1].next) f(holds_[i - 1].thread);
      if (o.owned) f(o.owner);
      return;
    case Waits::ToRead:
      for (std::size_t i = 0; !o.owned && i < threads_.size(); ++i)
        if (threads_[i].writes == op.id) f(ThreadId(static_cast<std::uint16_t>(i)));
      if (o.owned) f(o.owner);
      return;
    case Waits::ForMutex:
    case Waits::ForInitialiser:
      f(o.owner);
      return;
    case Waits::ForWakeUpAndMutex: {
      const bool needs_wake_up = thread(t).waiting && !thread(t).timed && !spurious_;  // which anyone may give
      if (!needs_wake_up) f(o.owner);
      return;
    }
    case Waits::ForWakeUp:  // anyone may end these
    case Waits::ForCount:
    case Waits::ForGeneration:
    case Waits::ForThread:  // above
    case Waits::Never:      // enabled
    case Waits::ForLocks:
    case Waits::ForWord:
    case Waits::ForOneWord:
    case Waits::ForChange:
    case Waits::Forever:
    case Waits::ForStart:
      return;
  }
}

void World::needed(ThreadId t, const Operation& op, std::vector<ThreadId>& into) const {
  for_each_needed(t, op, [&](ThreadId other) { into.push_back(other); });
}

std::optional<ThreadId> World::provider(ThreadId t, const Operation& op) const {
  std::optional<ThreadId> one;
  unsigned found = 0;
  for_each_needed(t, op, [&](ThreadId other) { one = other, ++found; });
  if (found != 1) return std::nullopt;
  return one;
}

}  // namespace heddle::sync
