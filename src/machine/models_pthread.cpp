// POSIX threads on the machine's objects.
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

#include "machine/runtime.h"
#include "machine/sync_calls.h"

using namespace heddle;
using sync::MutexKind;

namespace {

// glibc keeps the type in the two low bits of __kind, also in a statically initialised mutex.
constexpr int kRobustMutex = 16;
std::uint64_t kind_of(const pthread_mutex_t* m) {
  const std::uint64_t robust = (m->__data.__kind & kRobustMutex) != 0 ? sync::kRobust : 0;
  switch (m->__data.__kind & 3) {
    case PTHREAD_MUTEX_RECURSIVE: return static_cast<std::uint64_t>(MutexKind::Recursive) | robust;
    case PTHREAD_MUTEX_ERRORCHECK: return static_cast<std::uint64_t>(MutexKind::ErrorCheck) | robust;
    default: return static_cast<std::uint64_t>(MutexKind::Normal) | robust;
  }
}

Operation mutex_operation(const Call& call, OperationKind kind, void* m) {
  Operation op = call.operation(kind, m);
  op.argument = kind_of(static_cast<pthread_mutex_t*>(m));
  return op;
}

bool has_small_stack(const pthread_attr_t* attributes) {
  pthread_attr_t usual;
  std::size_t size = 0, usual_size = 0;
  pthread_attr_init(&usual);
  pthread_attr_getstacksize(&usual, &usual_size);
  pthread_attr_destroy(&usual);
  return pthread_attr_getstacksize(attributes, &size) == 0 && size < usual_size;
}

int minus_one(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

bool known(pthread_t handle) { return handle != 0 && thread_with(handle).index() < engine->threads.size(); }

}  // namespace

namespace heddle {

std::string where(const Call& call) {
  const SourcePosition at = engine->line_of_user(call.site());
  return at.file + ":" + std::to_string(at.line) + ": not modelled: ";
}

void no_such_thread(const Call& call) {
  engine->fail(Failure(BugKind::Misuse, engine->current, call.site(), 0, "no such thread"));
}

void must_be_known(const Call& call, pthread_t handle) {
  if (!known(handle)) no_such_thread(call);
}

// A function is given the handle of a thread: is there still one? Of one that was detached, that depends on who comes
// first.
void must_be_thread(const Call& call, pthread_t handle) {
  if (!known(handle)) no_such_thread(call);
  const ThreadId target = thread_with(handle);
  const Operation op = call.operation(OperationKind::ThreadUse, thread_object(handle));
  if (target == engine->current) return;
  engine->world.thread(target).detached ? engine->visible(op) : engine->immediate(op);
}

int mutex_lock(const Call& call, void* m) {
  return static_cast<int>(engine->acquire(mutex_operation(call, OperationKind::MutexLock, m)));
}
int mutex_unlock(const Call& call, void* m) { return unlocking(mutex_operation(call, OperationKind::MutexUnlock, m)); }
void stream_unlock(const Call& call, Address stream) {
  unlocking(call.operation(OperationKind::MutexUnlock, reinterpret_cast<void*>(stream), static_cast<std::uint64_t>(MutexKind::Recursive)));
}

}  // namespace heddle

extern "C" {

// ---- threads ----
int rt_pthread_create(pthread_t* out, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  Call call;
  int state = PTHREAD_CREATE_JOINABLE;
  announce<"pthread_create">(call, out, attributes);
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  function = engine->callee(function, argument);
  if (attributes && has_small_stack(attributes)) engine->assume(Assumption::StackSize);
  const ThreadEntry entry{ThreadEntry::Kind::Pthread, reinterpret_cast<void*>(function), argument,
                          reinterpret_cast<Address>(function)};
  const ThreadId child = engine->create_thread(entry, call.site());
  announce_later<"pthread_create">(call, out);
  *out = handle_of(child);
  if (state == PTHREAD_CREATE_DETACHED) detaching(call, *out);
  return 0;
}
int rt_pthread_join(pthread_t handle, void** value) {
  Call call = Call::with(handle, value);
  must_be_known(call, handle);
  const ThreadId target = thread_with(handle);
  const int result = cancellation_point(call.operation(OperationKind::Join, thread_object(handle)), true);
  if (result == 0 && value) {
    announce_later<"pthread_join">(call, handle, value);
    *value = engine->threads[target.index()].value;
  }
  return result;
}
int rt_pthread_detach(pthread_t handle) {
  Call call = Call::with(handle);
  must_be_known(call, handle);
  return detaching(call, handle);
}
void rt_uses_thread(pthread_t handle) {  // by functions of src/library
  Call call;
  call.changes_nothing();
  must_be_thread(call, handle);
}
pthread_t rt_pthread_self() {
  Call call;
  call.changes_nothing();
  return handle_of(engine->current);
}
// The same in every run, or a replay would differ from what it replays. As on Linux the main thread has the number of the
// process; the others follow in the order of their names.
static constexpr pid_t kProcess = 1000;
pid_t rt_getpid() {
  Call call;
  call.changes_nothing();
  return kProcess + static_cast<pid_t>(engine->process_of(engine->current));
}
pid_t rt_gettid() {
  Call call;
  call.changes_nothing();
  return kProcess + static_cast<pid_t>(thread_slots.of(engine->current));
}
int rt_pthread_equal(pthread_t a, pthread_t b) {
  Call call;
  call.changes_nothing();
  return a == b;
}

// pthread_exit runs the destructors of the frames above, as glibc does: a forced unwind up to the first frame. Who catches
// it has to throw it on: the C++ library deletes at the end of the handler what was not rethrown.
static _Unwind_Reason_Code stop_at_the_end(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                           _Unwind_Context* context, void* value) {
  if ((actions & _UA_END_OF_STACK) || _Unwind_GetCFA(context) > engine->self().first_frame) {
    in_program = false;
    engine->end_thread(value);
  }
  return _URC_NO_REASON;
}
void rt_pthread_exit(void* value) {
  _Unwind_Exception& exception = engine->self().unwinding;
  engine->journal.remember(exception);
  exception = {};
  exception.exception_cleanup = [](_Unwind_Reason_Code, _Unwind_Exception*) { unwinding_swallowed(); };
  _Unwind_ForcedUnwind(&exception, stop_at_the_end, value);
  in_program = false;
  engine->end_thread(value);
}

// ---- mutexes ----
int rt_pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* attributes) {
  Call call;
  int type = PTHREAD_MUTEX_DEFAULT;
  announce<"pthread_mutex_init">(call, m, attributes);
  int robust = PTHREAD_MUTEX_STALLED;
  if (attributes) pthread_mutexattr_gettype(attributes, &type);
  if (attributes) pthread_mutexattr_getrobust(attributes, &robust);
  pthread_mutex_t fresh{};
  fresh.__data.__kind = type | (robust == PTHREAD_MUTEX_ROBUST ? kRobustMutex : 0);
  const int result = initialising(call, OperationKind::MutexInit, m, kind_of(&fresh));
  if (result == 0) write_object(m, &fresh, sizeof fresh);
  return result;
}
int rt_pthread_mutex_destroy(pthread_mutex_t* m) {
  Call call = Call::with(m);
  return visible(call, OperationKind::MutexDestroy, m);
}
int rt_pthread_mutex_lock(pthread_mutex_t* m) {
  Call call = Call::with(m);
  call.changes_nothing();  // beside what a round of a loop notes of a lock
  return mutex_lock(call, m);
}
int rt_pthread_mutex_unlock(pthread_mutex_t* m) {
  Call call = Call::with(m);
  call.changes_nothing();  // beside what a round of a loop notes of a lock
  return mutex_unlock(call, m);
}
int rt_pthread_mutex_trylock(pthread_mutex_t* m) {
  Call call = Call::with(m);
  call.changes_nothing();  // beside what a round of a loop notes of a lock
  return static_cast<int>(engine->acquire(mutex_operation(call, OperationKind::MutexTryLock, m)));
}
int rt_pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* until) {
  Call call = Call::with(m);
  const TimeLimit limit(call, until);
  call.changes_nothing();
  const OperationKind kind = limit.either(OperationKind::MutexTimedLock, OperationKind::MutexLock);
  if (kind == OperationKind::MutexLock) return mutex_lock(call, m);
  return limit.result(static_cast<int>(engine->visible(mutex_operation(call, kind, m))));
}
int rt_pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t, const timespec* t) { return rt_pthread_mutex_timedlock(m, t); }

int rt_pthread_spin_init(pthread_spinlock_t* s, int) {
  Call call;
  announce<"pthread_spin_init">(call, const_cast<int*>(s));
  return initialising(call, OperationKind::MutexInit, const_cast<int*>(s), sync::kSpin);
}
int rt_pthread_spin_destroy(pthread_spinlock_t* s) {
  Call call = Call::with(s);
  if (!s) return 0;  // glibc has nothing to destroy
  return visible(call, OperationKind::MutexDestroy, const_cast<int*>(s), sync::kSpin);
}
int rt_pthread_spin_lock(pthread_spinlock_t* s) {
  Call call = Call::with(s);
  return visible(call, OperationKind::MutexLock, const_cast<int*>(s), sync::kSpin);
}
int rt_pthread_spin_trylock(pthread_spinlock_t* s) {
  Call call = Call::with(s);
  const int result = visible(call, OperationKind::MutexTryLock, const_cast<int*>(s), sync::kSpin);
  if (result) call.changes_nothing();
  return result;
}
int rt_pthread_spin_unlock(pthread_spinlock_t* s) {
  Call call = Call::with(s);
  return unlocking(call.operation(OperationKind::MutexUnlock, const_cast<int*>(s), sync::kSpin));
}

// ---- conditions ----
int rt_pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* attributes) {
  Call call;
  announce<"pthread_cond_init">(call, c, attributes);
  const int result = initialising(call, OperationKind::CondInit, c);
  const pthread_cond_t fresh{};
  if (result == 0) write_object(c, &fresh, sizeof fresh);
  return result;
}
int rt_pthread_cond_destroy(pthread_cond_t* c) {
  Call call = Call::with(c);
  return visible(call, OperationKind::CondDestroy, c);
}
int rt_pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  Call call = Call::with(c, m);
  const int result = cancellation_point(call.operation(OperationKind::CondWait, c, reinterpret_cast<Address>(m)));
  if (engine->self().woke_alone) call.changes_nothing();
  return result;
}
int rt_pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* until) {
  Call call = Call::with(c, m);
  const TimeLimit limit(call, until);
  if (!limit.valid()) return EINVAL;
  const OperationKind kind = limit.either(OperationKind::CondTimedWait, OperationKind::CondWait);
  const int result = cancellation_point(call.operation(kind, c, reinterpret_cast<Address>(m)));
  if (engine->self().woke_alone) call.changes_nothing();
  return limit.result(result);
}
int rt_pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t, const timespec* t) {
  return rt_pthread_cond_timedwait(c, m, t);
}
int rt_pthread_cond_signal(pthread_cond_t* c) {
  Call call = Call::with(c);
  return visible(call, OperationKind::CondSignal, c);
}
int rt_pthread_cond_broadcast(pthread_cond_t* c) {
  Call call = Call::with(c);
  return visible(call, OperationKind::CondBroadcast, c);
}

// ---- semaphores ----
int rt_sem_init(sem_t* s, int, unsigned value) {  // there is no second process that could share it
  Call call;
  announce<"sem_init">(call, s);
  return minus_one(initialising(call, OperationKind::SemInit, s, value));
}
int rt_sem_destroy(sem_t* s) {
  Call call = Call::with(s);
  if (!s) return 0;  // glibc has nothing to destroy
  return minus_one(visible(call, OperationKind::SemDestroy, s));
}
int rt_sem_wait(sem_t* s) {
  Call call = Call::with(s);
  return minus_one(cancellation_point(call.operation(OperationKind::SemWait, s)));
}
int rt_sem_trywait(sem_t* s) {
  Call call = Call::with(s);
  return minus_one(visible(call, OperationKind::SemTryWait, s));
}
int rt_sem_timedwait(sem_t* s, const timespec* until) {
  Call call = Call::with(s);
  const TimeLimit limit(call, until);
  if (!limit.valid()) return minus_one(EINVAL);
  const OperationKind kind = limit.either(OperationKind::SemTimedWait, OperationKind::SemWait);
  return minus_one(limit.result(cancellation_point(call.operation(kind, s))));
}
int rt_sem_clockwait(sem_t* s, clockid_t, const timespec* t) { return rt_sem_timedwait(s, t); }
int rt_sem_post(sem_t* s) {
  Call call = Call::with(s);
  return minus_one(visible(call, OperationKind::SemPost, s));
}
int rt_sem_getvalue(sem_t* s, int* out) {
  Call call = Call::with(s, out);
  const int value = visible(call, OperationKind::SemGetValue, s);
  announce<"sem_getvalue">(call, s, out);
  *out = value;
  return 0;
}

// ---- barriers ----
int rt_pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* attributes, unsigned count) {
  Call call;
  if (count == 0) return EINVAL;
  announce<"pthread_barrier_init">(call, b, attributes);
  return initialising(call, OperationKind::BarrierInit, b, count);
}
int rt_pthread_barrier_destroy(pthread_barrier_t* b) {
  Call call = Call::with(b);
  return visible(call, OperationKind::BarrierDestroy, b);
}
int rt_pthread_barrier_wait(pthread_barrier_t* b) {
  Call call = Call::with(b);
  return visible(call, OperationKind::BarrierArrive, b);
}

// ---- futexes: std::atomic::wait, std::latch, std::barrier and std::counting_semaphore come down to this ----
// What the kernel is given may be anything; it looks before it touches.
static bool readable(const std::uint32_t* word) {
  std::uint32_t value;
  const iovec here{&value, sizeof value}, there{const_cast<std::uint32_t*>(word), sizeof value};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == sizeof value;
}

int rt_sched_yield();
long rt_syscall(long number, std::uint32_t* word, int operation, std::uint32_t value, const timespec* timeout) {
  Call call = Call::with(number, word, operation, value);
  if (number == SYS_gettid) return rt_gettid();
  if (number == SYS_getpid) return rt_getpid();
  if (number == SYS_sched_yield) return rt_sched_yield();
  if (number == SYS_membarrier) return minus_one(ENOSYS);  // as on a kernel without it
  if (number != SYS_futex) engine->refuse(where(call) + "syscall " + std::to_string(number));
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: {
      Operation op = call.operation(OperationKind::FutexWait, word, value);
      op.width = sizeof *word;
      if (op.object % sizeof *word != 0) return minus_one(EINVAL);
      if (!readable(word)) return minus_one(EFAULT);
      if (!timeout) return minus_one(static_cast<int>(engine->visible(op)));
      reads(timeout, sizeof *timeout, call.site());
      const timespec time = *timeout;
      note_in_call(static_cast<std::uint64_t>(time.tv_sec));
      note_in_call(static_cast<std::uint64_t>(time.tv_nsec));
      const bool absolute = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
      if (!(absolute ? is_out_of_reach : lasts_forever)(time)) op.kind = OperationKind::FutexTimedWait;
      const int error = static_cast<int>(engine->visible(op));
      if (error == ETIMEDOUT) (absolute ? clock_reaches : clock_advances)(time);
      return minus_one(error);
    }
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: return visible(call, OperationKind::FutexWake, word, value);
    default: engine->refuse(where(call) + "futex operation " + std::to_string(operation));
  }
}

// std::future waits and wakes through these two members of a base class without data.
bool rt_future_wait(const void*, std::uint32_t* word, std::uint32_t value, bool has_timeout, std::int64_t seconds,
                    std::int64_t nanoseconds) {
  Call call = Call::with(word, value, has_timeout, seconds, nanoseconds);
  const timespec until{seconds, nanoseconds};
  const bool timed = has_timeout && !is_out_of_reach(until);
  Operation op = call.operation(timed ? OperationKind::FutexTimedWait : OperationKind::FutexWait, word, value);
  op.width = sizeof *word;
  if (engine->visible(op) != ETIMEDOUT) return true;
  clock_reaches(until);
  return false;
}
void rt_future_notify_all(std::uint32_t* word) {  // a static member, unlike the wait
  Call call = Call::with(word);
  visible(call, OperationKind::FutexWake, word, INT_MAX);
}

int rt_sched_yield() {
  Call call{Call::Yields{}};
  call.changes_nothing();
  return 0;
}
}
