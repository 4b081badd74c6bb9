// Barriers: all arrivals of a generation happen before all departures of it. The first arrival resets the barrier's
// clock, so that one clock is enough: the machine lets everybody leave inside the transition of the last arrival,
// before anyone can arrive again.
//
// The last to arrive does not wait and gets PTHREAD_BARRIER_SERIAL_THREAD; it may destroy the barrier at once, since
// the others look only whether their generation is still the current one.
#include <pthread.h>

#include <cerrno>
#include <climits>

#include "sync/world.h"

namespace heddle::sync {

void World::apply_barrier(const Operation& op, Effect& e) {
  Object& barrier = at(op.id);
  if (op.kind == OperationKind::BarrierLeave) {
    e.add(EdgeKind::Acquire, op.id);
    return;
  }
  if (op.kind == OperationKind::BarrierInit) {
    if (op.argument == 0 || op.argument > INT_MAX) {
      e.result = EINVAL;
      return;
    }
    initialise(op, ObjectKind::Barrier, e);
    if (e.misuse == Misuse::None) barrier.limit = static_cast<std::uint32_t>(op.argument);
    return;
  }
  if (op.kind == OperationKind::BarrierDestroy) return destroy(op, ObjectKind::Barrier, e);
  if (!live(op, ObjectKind::Barrier, e)) return;

  journal_.remember(barrier);
  e.add(barrier.count == 0 ? EdgeKind::ReleaseReset : EdgeKind::Release, op.id);
  if (++barrier.count == barrier.limit) {
    e.add(EdgeKind::Acquire, op.id);
    e.result = PTHREAD_BARRIER_SERIAL_THREAD;
    barrier.count = 0;
    ++barrier.generation;
  } else {
    e.next = op;
    e.next->kind = OperationKind::BarrierLeave;
    e.next->argument = barrier.generation;
  }
}

}  // namespace heddle::sync
