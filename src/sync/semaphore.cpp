// Semaphores. Every post happens before every later successful wait: posts release into the object, which is never
// reset (the count is one chain of read-modify-writes), and a wait acquires all of it. A try or timed wait that finds
// zero fails at once, without order; a timed wait that succeeds after a while is one executed later.
//
// The count is all there is: who waits is not known here, so that a destroy with waiters is seen when they go on.
#include <cerrno>
#include <climits>

#include "sync/world.h"

namespace heddle::sync {

void World::apply_semaphore(const Operation& op, Effect& e) {
  constexpr std::uint32_t kLargest = INT_MAX;  // SEM_VALUE_MAX
  Object& semaphore = at(op.id);
  if (op.kind == OperationKind::SemInit) {
    if (op.argument > kLargest) {
      e.result = EINVAL;
      return;
    }
    initialise(op, ObjectKind::Semaphore, e);
    if (e.misuse == Misuse::None) semaphore.count = static_cast<std::uint32_t>(op.argument);
    return;
  }
  if (op.kind == OperationKind::SemDestroy) return destroy(op, ObjectKind::Semaphore, e);
  if (!live(op, ObjectKind::Semaphore, e)) return;
  if (op.kind == OperationKind::SemGetValue) {
    e.value = semaphore.count;
  } else if (op.kind == OperationKind::SemPost || op.kind == OperationKind::JoinReady) {
    if (semaphore.count == kLargest) {
      e.result = EOVERFLOW;  // an answer that POSIX promises
      return;
    }
    journal_.remember(semaphore);
    ++semaphore.count;
    e.add(EdgeKind::Release, op.id);
  } else if (semaphore.count > 0) {
    journal_.remember(semaphore);
    --semaphore.count;
    e.add(EdgeKind::Acquire, op.id);
  } else {
    // A wait would not be enabled.
    e.result = op.kind == OperationKind::SemTryWait ? EAGAIN : op.kind == OperationKind::JoinTry ? EBUSY : ETIMEDOUT;
  }
}

}  // namespace heddle::sync
