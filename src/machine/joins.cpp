// Joins that may come back without the thread: pthread_tryjoin_np, pthread_timedjoin_np, pthread_clockjoin_np.
//
// Otherwise the end of a thread is silent: nobody can tell when it was, a join only waits for it. Who tries can. So in
// a program that refers to one of these functions the end is a semaphore in the thread's own heap, posted by a
// scheduling point as the last thing that the thread does. Who tries takes it, or finds it at zero; who has taken it
// joins, as pthread_join does. Loops around the call wait for the semaphore like loops around sem_trywait. No hook sees
// its bytes, so that a handle that was handed on without order is no race.
//
// A thread that is detached is posted, too: whoever tries afterwards goes on to the misuse, and both orders are
// explored. Who tries a thread that another one has joined finds that out after its attempt. (A plain join comes before
// or after an attempt that succeeds: in both orders the second one is the misuse.)
//
// As in glibc: who tries to join itself finds itself busy; a limit without valid nanoseconds is none; a null pointer in
// the place of the limit is none; clocks other than the two usual ones are EINVAL. An attempt is no cancellation point.
//
// Main functions: Engine::give_end, Engine::can_be_joined, try_to_join.
#include <pthread.h>
#include <semaphore.h>

#include <cstring>

#include "machine/runtime.h"
#include "machine/sync_calls.h"

namespace heddle {

// By its creator: the first block of its heap, so that it has the same address in every interleaving.
void Engine::give_end(ThreadId t) {
  if (!image.tries_to_join) return;
  void* const end = heap.allocate(t, sizeof(sem_t), 16, SiteId{}, Allocator::Malloc);
  if (end == nullptr) refuse("no memory for another thread");
  std::memset(end, 0, sizeof(sem_t));
  threads[t.index()].end = reinterpret_cast<Address>(end);
  world.apply(t, operation(OperationKind::SemInit, end), 0);
  name_channel(reinterpret_cast<Address>(end), names.name(t));
}

void Engine::can_be_joined(ThreadId t, SiteId site) {
  if (!image.tries_to_join || world.thread(t).detached) return;
  Operation op = operation(OperationKind::JoinReady, reinterpret_cast<const void*>(threads[t.index()].end));
  op.site = site;
  visible(op);
}

int detaching(const Call& call, pthread_t handle) {
  engine->can_be_joined(thread_with(handle), call.site());
  return static_cast<int>(engine->immediate(call.operation(OperationKind::Detach, thread_object(handle))));
}

namespace {

int join_now(const Call& call, pthread_t handle, void** value) {
  const ThreadId target = thread_with(handle);
  const auto result = static_cast<int>(engine->immediate(call.operation(OperationKind::Join, thread_object(handle))));
  if (result == 0 && value != nullptr) {
    announce_later<"pthread_join">(call, handle, value);
    *value = engine->threads[target.index()].value;
  }
  return result;
}

// One that finds the thread detached, or joined meanwhile, is a misuse, whatever it found before.
int try_to_join(const Call& call, OperationKind kind, pthread_t handle, void** value) {
  const ThreadId target = thread_with(handle);
  const bool timed = kind == OperationKind::JoinTimed;
  if (timed && target == engine->current) return join_now(call, handle, value);  // the misuse
  const Operation op = call.operation(kind, reinterpret_cast<const void*>(engine->threads[target.index()].end));
  const int error = timed ? cancellation_point(op) : static_cast<int>(engine->visible(op));
  const sync::Thread& thread = engine->world.thread(target);
  return error != 0 && !thread.joined && !thread.detached ? error : join_now(call, handle, value);
}

}  // namespace
}  // namespace heddle

using namespace heddle;

extern "C" {

int rt_pthread_join(pthread_t, void**);

int rt_pthread_tryjoin_np(pthread_t handle, void** value) {
  const Call call = Call::with(handle, value);
  must_be_known(call, handle);
  return try_to_join(call, OperationKind::JoinTry, handle, value);
}
int rt_pthread_timedjoin_np(pthread_t handle, void** value, const timespec* until) {
  if (until == nullptr) return rt_pthread_join(handle, value);
  bool waits = false;
  {
    const Call call = Call::with(handle, value);
    must_be_known(call, handle);
    const TimeLimit limit(call, until);
    waits = !limit.valid() || limit.either(OperationKind::JoinTimed, OperationKind::Join) == OperationKind::Join;
    if (!waits) return limit.result(try_to_join(call, OperationKind::JoinTimed, handle, value));
  }
  return rt_pthread_join(handle, value);
}
int rt_pthread_clockjoin_np(pthread_t handle, void** value, clockid_t clock, const timespec* until) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  return rt_pthread_timedjoin_np(handle, value, until);
}
}
