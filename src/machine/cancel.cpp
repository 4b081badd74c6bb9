// What a thread's end by others involves: deferred cancellation, and the robust mutexes of a thread that ends.
//
// A request of cancellation takes effect where POSIX requires it: in waits on conditions and semaphores, in joins, in
// sleeps and in pthread_testcancel. A thread that comes to such a point after the request is cancelled there; one that
// waits there already when the request comes is cancelled, or goes on if it could anyway: both are explored. A wait on
// a condition takes its mutex back first. If it was over before the request came, a signal that it got goes to another
// thread. Then the thread ends as by pthread_exit(PTHREAD_CANCELED), with its cleanup
// handlers. A loop that waits for nothing but its cancellation (`for (;;) pthread_testcancel();`) goes on when the request
// comes, if its last round came to such a point with cancellation enabled. A request is dependent with everything that
// anybody does. It orders nothing in the program's happens-before: POSIX does not list pthread_cancel among the functions
// that synchronise memory.
//
// Asynchronous cancellation is refused; points where POSIX only allows a cancellation (printf and the like) are none.
#include <pthread.h>

#include <optional>

#include "machine/announce.h"

namespace heddle {

// In spite of the request: what it waits for is there. A wait on a condition has not even begun.
bool Engine::may_go_on(ThreadId t, const Operation& op) const {
  if (traits(op.kind).cancelled != Cancelled::MayReturn) return false;
  return waits_of(op.kind) == Waits::ForWord ? op.argument == 0 || is_set(op.argument) : world.enabled(t, op);
}

// With both ways to go on the last outcome is the cancellation.
bool Engine::is_cancelled_by(ThreadId t, const Operation& op, Choice choice) const {
  return may_cancel(t, op) && (!may_go_on(t, op) || choice == world.outcomes(t, op));
}

// The first outcome is that the thread goes on; the others that it is ended in a wait that was over already.
Choice Engine::outcomes_of_cancel(ThreadId target) const {
  const ThreadRecord& record = threads[target.index()];
  const Cancellation& c = record.cancellation;
  if (c.requested || c.disabled || record.pending.kind != OperationKind::CondReacquire) return 1;
  return 1 + world.outcomes_of_late_cancel(target, record.pending.id);
}

void Engine::request_cancellation(ThreadId target, Choice choice) {
  const ThreadRecord& record = threads[target.index()];
  Cancellation& c = threads[target.index()].cancellation;
  journal.remember(c);
  c.requested = true;
  if (c.disabled) return;
  c.acting |= choice > 0 || world.cancel_wait(target);
  if (choice > 0) world.cancel_late(target, record.pending.id, choice - 1);
}

void Engine::abandon_robust_mutexes(SiteId site) {
  while (const std::optional<ObjectId> mutex = world.robust_mutex_of(current)) {
    Operation op;
    op.kind = OperationKind::MutexAbandon;
    op.site = site;
    op.id = *mutex;
    op.object = world.address_of(*mutex);
    unlock(op);
  }
}

namespace {

[[noreturn]] void end_here() {
  Cancellation& c = engine->self().cancellation;
  engine->journal.remember(c);
  c.acting = false;
  c.disabled = true;
  rt_pthread_exit(PTHREAD_CANCELED);
  __builtin_unreachable();
}

}  // namespace

int cancellation_point(Operation op, bool silent) {
  if (!engine->image.cancels_threads) return static_cast<int>(silent ? engine->silent(op) : engine->visible(op));
  const Cancellation& c = engine->self().cancellation;
  if (c.requested && !c.disabled) end_here();
  op.cancellable = true;
  const int result = static_cast<int>(silent ? engine->silent(op) : engine->visible(op));
  if (engine->self().cancellation.acting) end_here();
  if (SpinRound& round = engine->spin_round(engine->current); round.loop && !c.disabled) round.cancellable = true;
  return result;
}

void cancellation_point(const Call& call) {
  if (engine->image.cancels_threads) cancellation_point(call.operation(OperationKind::CancelPoint, nullptr), false);
}

}  // namespace heddle

using namespace heddle;

extern "C" {

int rt_pthread_cancel(pthread_t handle) {
  Call call = Call::with();
  const std::size_t target = thread_with(handle).index();
  if (handle == 0 || target >= engine->threads.size()) no_such_thread(call);
  Operation op = call.operation(OperationKind::Cancel, nullptr);
  op.object = target;
  engine->visible(op);
  return 0;
}

int rt_pthread_setcancelstate(int state, int* old) {
  Call call;
  call.changes_nothing();  // nothing, that is, by which rounds of a loop are compared (spin.cpp)
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  Cancellation& c = engine->self().cancellation;
  if (old) {
    announce<"pthread_setcancelstate">(call, state, old);
    *old = c.disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  }
  engine->journal.remember(c);
  c.disabled = state == PTHREAD_CANCEL_DISABLE;
  return 0;
}

int rt_pthread_setcanceltype(int type, int* old) {
  Call call;
  call.changes_nothing();
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS && engine->image.cancels_threads)
    engine->refuse(where(call) + "asynchronous cancellation (pthread_setcanceltype)");
  if (type != PTHREAD_CANCEL_ASYNCHRONOUS && type != PTHREAD_CANCEL_DEFERRED) return EINVAL;
  Cancellation& c = engine->self().cancellation;
  if (old) {
    announce<"pthread_setcanceltype">(call, type, old);
    *old = c.asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  }
  if (c.asynchronous == (type == PTHREAD_CANCEL_ASYNCHRONOUS)) return 0;
  engine->journal.remember(c);
  c.asynchronous = !c.asynchronous;
  return 0;
}

void rt_pthread_testcancel() {
  Call call = Call::with();
  cancellation_point(call);
}

int rt_pthread_mutex_consistent(pthread_mutex_t* m) {
  Call call;
  return static_cast<int>(engine->immediate(call.operation(OperationKind::MutexConsistent, m)));
}
}
