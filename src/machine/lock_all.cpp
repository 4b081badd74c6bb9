// std::lock, and std::scoped_lock of several: one operation that waits until every lock is free, then takes them all.
//
// libstdc++ takes the first, tries the others and starts again when one is busy. Two threads can do that to each other
// forever, so no search would come to an end. All that the standard promises is "an unspecified series of calls" that
// does not deadlock and ends with all of them held; while it waits the implementation holds none. So the function's own
// code runs only once the thread has been granted all locks by a LockAll operation, and its calls of lock and try_lock
// happen inside that transition.
//
// Until then it may hold each of them for a moment. Who waits for the lock cannot tell; who tries it, or gives up after
// a time, can. So between LockAllBegin and LockAll of one thread such an operation of another has two outcomes on a
// free lock. The moment has no state: it is over before anybody else moves. A loop that tries again until it succeeds
// meets one at most once, then it waits for a change like after any other vain round; if there is none, that execution
// is dropped, as the loop would have gone on at once without the moment. In programs that try locks nowhere else
// LockAllBegin is left out.
//
// The instrumentation calls heddle_lock_all at the beginning of every std::lock whose arguments it knows
// (instrument/lock_hooks.cpp); others run as they are.
#include <algorithm>

#include "machine/engine.h"
#include "model/hooks.h"

namespace heddle {

Operation Engine::lock_operation(const Operation& all, Address address, std::uint32_t kind) const {
  Operation op = all;
  op.kind = kind == kMutexWidth ? OperationKind::MutexLock : OperationKind::RwWriteLock;
  op.object = address;
  op.id = world.known_object(address);
  op.argument = 0;
  return op;
}

bool Engine::all_free(ThreadId t, const Operation& op) const {
  bool all = true;
  each_missing_lock(t, op, [&](const Operation&) { all = false; });
  return all;
}

// Is this lock, which the thread tries to take, free, and another thread about to take it together with others?
bool Engine::is_held_for_a_moment(ThreadId t, const Operation& op) const {
  if (!notices_moments || !world.is_free(op)) return false;
  for (std::size_t i = 0; i < threads.size(); i++) {
    const ThreadRecord& other = threads[i];
    if (i == t.index() || !other.live || other.pending.kind != OperationKind::LockAll) continue;
    const auto locks = byte_sets[other.pending.argument];
    if (std::any_of(locks.begin(), locks.end(), [&](const auto& lock) { return lock.first == op.object; })) return true;
  }
  return false;
}

bool Engine::somebody_met_a_moment() const {
  for (std::size_t i = 0; notices_moments && i < threads.size(); i++)
    if (threads[i].live && waits_for_change(threads[i].pending) && spin_rounds_[i].met_a_moment) return true;
  return false;
}

std::uint64_t Engine::acquire(const Operation& op) {
  if (self().granted == 0) return visible(op);
  --self().granted;
  const std::uint64_t result = immediate(op);
  // All were free, so this one is among them twice, and is not recursive.
  if (result != 0 && op.kind == OperationKind::MutexTryLock) misused(current, op, sync::Misuse::RelockOwned);
  if (status != Status::Running) abandon();
  return result;
}

}  // namespace heddle

using namespace heddle;

// kinds: for each lock m (begins with a pthread_mutex_t), w (with a pthread_rwlock_t), or M, W: std::unique_lock of
// one.
extern "C" void heddle_lock_all(const void* const* locks, const char* kinds, std::uint32_t site) {
  ToolScope tool;
  ByteSets::Bytes set;
  for (; *kinds != 0; ++kinds, ++locks) {
    struct UniqueLock {  // as libstdc++ lays it out
      const void* lock;
      bool owns;
    };
    const void* lock = *locks;
    if (*kinds == 'M' || *kinds == 'W') {
      const auto* unique = static_cast<const UniqueLock*>(lock);
      if (unique->lock == nullptr || unique->owns) return;  // it will throw
      lock = unique->lock;
    }
    const bool mutex = *kinds == 'm' || *kinds == 'M';
    set.emplace_back(reinterpret_cast<Address>(lock), mutex ? kMutexWidth : kRwLockWidth);
    engine->world.object_at(set.back().first);
  }
  Operation op;
  op.site = SiteId(site);
  op.object = set.front().first;
  op.id = engine->world.object_at(op.object);
  op.argument = engine->byte_sets.intern(std::move(set));
  if (engine->unlocks_are_visible()) {
    engine->notices_moments = true;
    op.kind = OperationKind::LockAllBegin;
    engine->visible(op);
  }
  op.kind = OperationKind::LockAll;
  engine->visible(op);
}
