// std::lock, and std::scoped_lock of several: one operation that waits until every lock is free, then takes them all.
//
// libstdc++ takes the first, tries the others and starts again when one is busy. Two threads can do that to each other
// for ever, so no search would come to an end. All that the standard promises is "an unspecified series of calls" that
// does not deadlock and ends with all of them held; while it waits the implementation holds none. So the function's own
// code runs only once the thread has been granted all locks by a LockAll operation, and its calls of lock and try_lock
// happen inside that transition. What is not explored: a try_lock by somebody else that fails because of a lock held
// for a moment only; try_lock may fail for no reason by the standard, and is assumed here not to.
//
// The instrumentation calls heddle_lock_all at the beginning of every std::lock whose arguments it knows
// (instrument/lock_hooks.cpp); others run as they are.
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
  op.kind = OperationKind::LockAll;
  op.site = SiteId(site);
  op.object = set.front().first;
  op.id = engine->world.object_at(op.object);
  op.argument = engine->byte_sets.intern(std::move(set));
  engine->visible(op);
}
