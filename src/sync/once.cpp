// One-time initialisation: pthread_once, std::call_once, guards of function-local statics.
//
// The first to enter runs the initialiser (result 1) and ends by OnceDone or, if it threw, by OnceAbandon. Meanwhile
// nobody can enter; who wanted to returns once it is done, or contends again. Completion happens before the return of
// every later caller; an attempt that was given up happens before the next attempt ([thread.once.callonce]). The runner
// that enters its own once again waits for itself: it is not enabled, and its provider is the runner.
#include "sync/world.h"

namespace heddle::sync {

bool World::once_done(ObjectId id) const {
  const Object& o = object(id);
  return o.kind == ObjectKind::Once && o.flags == static_cast<std::uint8_t>(OnceProgress::Done);
}

void World::apply_once(ThreadId t, const Operation& op, Effect& e) {
  Object& once = at(op.id);
  if (op.kind == OperationKind::OnceDone || op.kind == OperationKind::OnceAbandon) {
    if (once.kind != ObjectKind::Once || !once.owned || once.owner != t) {
      fail(e, 0, Misuse::OnceNotRunning);
      return;
    }
    journal_.remember(once);
    const bool done = op.kind == OperationKind::OnceDone;
    once.flags = static_cast<std::uint8_t>(done ? OnceProgress::Done : OnceProgress::Abandoned);
    once.owned = false;
    once.owner = ThreadId{};
    e.add(EdgeKind::Release, op.id);
    return;
  }
  if (!live(op, ObjectKind::Once, e)) return;
  const auto progress = static_cast<OnceProgress>(once.flags);
  if (progress == OnceProgress::Done) {
    e.add(EdgeKind::Acquire, op.id);
  } else if (progress != OnceProgress::Running) {
    if (progress == OnceProgress::Abandoned) e.add(EdgeKind::Acquire, op.id);
    journal_.remember(once);
    once.flags = static_cast<std::uint8_t>(OnceProgress::Running);
    once.owned = true;
    once.owner = t;
    e.result = 1;
  }
}

}  // namespace heddle::sync
