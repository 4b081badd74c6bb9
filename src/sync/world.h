// All synchronisation objects of a program and the threads that use them, as pure state machines: is an operation
// enabled, how many outcomes has it, what does it do, which happens-before edges does it make. No fibers, no memory
// of the program, no LLVM: everything here can be driven from a unit test.
//
// Each kind of object has its own file (mutex.cpp, condition.cpp, ...). Objects come to life at their first use
// (statically initialised mutexes) or by an init operation, and end by a destroy operation or with their storage.
// All state is trivially copyable and journalled.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/operation.h"
#include "support/journal.h"
#include "support/stable_pool.h"
#include "sync/edge.h"

namespace heddle::sync {

enum class ObjectKind : std::uint8_t { None, Mutex, Condition, RwLock, Semaphore, Barrier, Once, Futex, Destroyed };

// Passed as Operation::argument of mutex operations; read from the mutex by the machine.
enum class MutexKind : std::uint64_t { Normal = 0, Recursive = 1, ErrorCheck = 2 };

enum class Misuse : std::uint8_t {
  None,
  UnlockNotOwned,        // unlock of a mutex or rwlock that the thread does not hold
  RelockOwned,           // a plain mutex (or rwlock) locked again by its owner: it would wait for itself
  WaitWithoutMutex,      // condition wait without holding the mutex
  WaitWithOtherMutex,    // two threads wait on one condition with different mutexes
  UsedAfterDestroy,
  NotInitialised,        // semaphore or barrier never initialised
  DestroyedWhileLocked,  // or with waiters
  WrongKind,             // one object used as two things
  JoinSelf,
  JoinTwice,             // joined by another thread already (or twice at once)
  JoinDetached,
  DetachTwice,
  SemaphoreOverflow,
};
const char* describe(Misuse);

// What an applied operation did.
struct Effect {
  int result = 0;  // what the call returns: 0 or an errno value
  Misuse misuse = Misuse::None;
  std::uint8_t edge_count = 0;
  Edge edges[3];
  // The call is not over: the thread goes on with this operation (the second half of a wait).
  std::optional<Operation> next;

  void add(EdgeKind kind, ObjectId object) { edges[edge_count++] = Edge{kind, MemoryOrder::SequentiallyConsistent, object}; }
  std::span<const Edge> all_edges() const { return {edges, edge_count}; }
};

struct Object {
  Address address = 0;
  ObjectKind kind = ObjectKind::None;
  std::uint8_t flags = 0;           // MutexKind; once: progress
  ThreadId owner;                   // mutex, rwlock writer, runner of a once
  bool owned = false;
  std::uint32_t count = 0;          // recursion depth; readers; semaphore value; barrier arrivals
  std::uint32_t limit = 0;          // barrier: how many make a generation
  std::uint32_t generation = 0;     // barrier
};

enum class ThreadStatus : std::uint8_t { Absent, Running, Finished };

struct Thread {
  ThreadStatus status = ThreadStatus::Absent;
  bool detached = false;
  bool joined = false;
  bool waiting = false;     // on a condition or futex, not yet woken
  bool timed = false;       // that wait may give up
  ObjectId waits_on;        // the condition or futex
  ThreadId parent;
};

class World {
 public:
  explicit World(Journal& journal) : journal_(journal) {}

  // The dense name of an address that is used as a synchronisation object. Persistent: never undone.
  ObjectId object_at(Address);
  Address address_of(ObjectId id) const { return objects_[id.index() / kParts].address; }

  // Threads. The machine names them; here is only what other threads can wait for.
  void start_thread(ThreadId thread, ThreadId parent);
  void finish_thread(ThreadId thread);  // its locks stay held
  bool finished(ThreadId t) const { return threads_[t.index()].status == ThreadStatus::Finished; }
  const Thread& thread(ThreadId t) const { return threads_[t.index()]; }
  std::size_t thread_count() const { return threads_.size(); }

  // `operation.id` must be object_at(operation.object). For Join and Detach the object is the ThreadId's value.
  bool enabled(ThreadId, const Operation&) const;
  Choice outcomes(ThreadId, const Operation&) const;
  Effect apply(ThreadId, const Operation&, Choice);

  // The one thread that can end this wait, if there is just one: owner of a mutex, writer of a rwlock, joined thread.
  std::optional<ThreadId> provider(ThreadId, const Operation&) const;
  // Locks held by a thread, in the order of their first use.
  std::vector<ObjectId> held_by(ThreadId) const;
  // Is this object a mutex or rwlock held by anyone, a condition with waiters, a barrier with arrivals...
  bool busy(ObjectId) const;

  // The storage [begin, begin+size) ends: its objects are forgotten. Calls gone(ObjectId) for each.
  template <class F>
  void forget_range(Address begin, std::uint64_t size, F gone);

  // rwlocks make two kinds of order: every object has two ids, so that readers release into the second.
  static constexpr unsigned kParts = 2;
  static ObjectId second_part(ObjectId id) { return ObjectId(id.value + 1); }

 private:
  Journal& journal_;
  std::unordered_map<Address, ObjectId> names_;
  StablePool<Object> objects_;
  StablePool<Thread> threads_;
};

}  // namespace heddle::sync
