// All synchronisation objects of a program and the threads that use them, as pure state machines: is an operation
// enabled, how many outcomes has it, what does it do, which happens-before edges does it make. No fibers, no memory
// of the program, no LLVM: everything here can be driven from a unit test.
//
// Each kind of object has its own file (mutex.cpp, condition.cpp, ...) with what its operations do; enabled.cpp has
// the rules of blocking of them all, since that is the hottest function of the tool. Objects come to life at their
// first use (statically initialised mutexes) or by an init operation, and end by a destroy operation or with their
// storage. Memory may get a second life as another kind of object without anybody telling us (std::mutex has no
// destructor to speak of), or as another one of the same kind: the machine sees that the bytes were written anew
// (Engine::end_overwritten) and ends the first life. Whatever is used as another kind while it lives is misused; only
// futexes and onces, which are but words of memory, give way when they are idle.
//
// Ground rules
//  * All state is trivially copyable and journalled: remember() comes before every change.
//  * enabled and outcomes neither hash nor allocate; apply does not allocate (but for growing a pool, once).
//  * An operation that would be misuse is always enabled, so that it can be executed and reported; it makes no edge
//    and changes nothing, except that the object may have come to life.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "model/operation.h"
#include "support/journal.h"
#include "support/stable_pool.h"
#include "support/state_writer.h"
#include "sync/address_index.h"
#include "sync/edge.h"
#include "sync/misuse.h"

namespace heddle::sync {

enum class ObjectKind : std::uint8_t { None, Mutex, Condition, RwLock, Semaphore, Barrier, Once, Futex, Destroyed };

// Passed as Operation::argument of mutex operations; read from the mutex by the machine.
enum class MutexKind : std::uint64_t { Normal = 0, Recursive = 1, ErrorCheck = 2 };
inline constexpr std::uint8_t kRobust = 4;  // added to it
inline constexpr std::uint8_t kSpin = 32;   // a spin lock: a mutex that nobody may take for one

// As which kind an operation uses its object; None: it is about no such object.
constexpr ObjectKind kind_used_by(OperationKind kind) {
  switch (operand_of(kind)) {
    case Operand::Mutex:
      return ObjectKind::Mutex;
    case Operand::Condition:
      return ObjectKind::Condition;
    case Operand::RwLock:
      return ObjectKind::RwLock;
    case Operand::Semaphore:
      return ObjectKind::Semaphore;
    case Operand::Barrier:
      return ObjectKind::Barrier;
    case Operand::Once:
      return ObjectKind::Once;
    case Operand::Futex:
      return ObjectKind::Futex;
    case Operand::Nothing:
    case Operand::Thread:
    case Operand::Channel:
    case Operand::Memory:
    case Operand::SeveralLocks:
    case Operand::Text:
      return ObjectKind::None;
  }
  return ObjectKind::None;
}
const char* name_of(ObjectKind);  // "mutex", "read/write lock"
inline bool is_of_spin_lock(const Operation& op) {
  return (op.argument & kSpin) != 0 && kind_used_by(op.kind) == ObjectKind::Mutex;
}

enum class OnceProgress : std::uint8_t { Untouched, Running, Done, Abandoned };

inline constexpr ObjectId kNoObject{0xFFFF'FFFFu};

// What an applied operation did.
struct Effect {
  int result = 0;  // what the call returns: 0 or an errno value; PTHREAD_BARRIER_SERIAL_THREAD; OnceEnter: 1 = run it
  Misuse misuse = Misuse::None;
  bool forgets = false;     // the object began a new life or ended: a detector drops what it knows of it (both parts)
  bool incomplete = false;  // outcomes() could not count every way this can go: the search is not exhaustive
  std::uint8_t edge_count = 0;
  std::uint32_t value = 0;  // SemGetValue: the count; FutexWake: how many were woken
  Edge edges[3];
  // The call is not over: the thread goes on with this operation (the second half of a wait).
  std::optional<Operation> next;

  void add(EdgeKind kind, ObjectId object, Hold hold = Hold::None) {
    edges[edge_count++] = Edge{kind, MemoryOrder::SequentiallyConsistent, object, hold};
  }
  std::span<const Edge> all_edges() const { return {edges, edge_count}; }
};

struct Object {
  Address address = 0;  // never changes
  ObjectKind kind = ObjectKind::None;
  std::uint8_t flags = 0;  // mutex: MutexKind, kRobust and what became of its owner; once: OnceProgress; rwlock: 1 if it
                           // is free and one of the writers who wait will have it; destroyed: the ObjectKind it was
  ThreadId owner;          // if owned: of a mutex, a rwlock (the writer), a once (its runner); otherwise 0
  bool owned = false;
  std::uint32_t count = 0;       // mutex: depth; rwlock: read locks; semaphore: value; barrier: arrivals;
                                 // condition, futex: threads waiting
  std::uint32_t limit = 0;       // barrier: how many make a generation; condition, futex: waiting without time limit;
                                 // rwlock: writers who wait and keep readers out
  std::uint32_t generation = 0;  // barrier; outlives it, so that a thread never mistakes a new barrier for its own
  ObjectId mutex = kNoObject;    // condition with waiters: the mutex that they use
  std::uint32_t readers = 0;     // rwlock: first of its ReadHolds, plus 1
};

// A thread's read locks on one rwlock.
struct ReadHold {
  ThreadId thread;
  std::uint32_t count = 0;
  std::uint32_t next = 0;  // in the rwlock's list or the free list, plus 1
};

enum class ThreadStatus : std::uint8_t { Absent, Running, Finished };

// How a wait on a condition or futex has ended for a thread that has not gone on yet. A timed waiter may already have
// given up at the moment when it would be woken, though it could not run to say so: its wake-up is then lost.
enum class Wake : std::uint8_t { Woken, TimedOut, WokenOrTimedOut };

struct Thread {
  ThreadStatus status = ThreadStatus::Absent;
  bool detached = false;
  bool joined = false;
  bool waiting = false;     // on a condition or futex, not yet woken
  bool timed = false;       // that wait may give up
  bool signalled = false;   // woken by a wake-up for one, and has not gone on yet
  Wake wake = Wake::Woken;  // if in the second half of a wait and not waiting
  ThreadId parent;
  std::uint16_t rank = 0;
  ObjectId waits_on = kNoObject;  // the condition or futex, while waiting
  ObjectId mutex = kNoObject;     // to reacquire after a condition wait
  ObjectId writes = kNoObject;    // a rwlock that it waits for to write, and keeps readers out of
};

static_assert(std::is_trivially_copyable_v<Object> && std::is_trivially_copyable_v<Thread>);

class World {
 public:
  explicit World(Journal& journal) : journal_(journal) {}
  World(const World&) = delete;  // the journal points into it
  World& operator=(const World&) = delete;

  // Condition waits may end without a wake-up. (Futex waits do so only where one is woken too many, see futex.cpp.)
  void set_spurious(bool on) { spurious_ = on; }

  // The dense name of an address that is used as a synchronisation object. Persistent: never undone.
  ObjectId object_at(Address a) {
    const Known& known = known_[a / 8 % kKnown];
    return known.address == a ? known.id : look_up(a);
  }
  ObjectId known_object(Address a) const { return *index_.find(a); }  // object_at() was asked for it before
  const ObjectId* find_object(Address a) const { return index_.find(a); }  // nullptr: nobody has asked for it
  Address address_of(ObjectId id) const { return object(id).address; }
  const Object& object(ObjectId id) const { return objects_[id.index() / kParts]; }
  std::size_t object_count() const { return objects_.size(); }
  // The addresses that have names, in the order of these; and back, before any has one. Then another process calls the
  // same objects by the same names. False: that was too late.
  std::vector<Address> names() const;
  bool learn_names(std::span<const Address> addresses);

  // Threads. The machine names them; here is only what other threads can wait for.
  // `rank`: its place in the order in which outcomes count threads, which follows from its name.
  void start_thread(ThreadId thread, ThreadId parent, std::uint16_t rank);
  void start_thread(ThreadId thread, ThreadId parent) { start_thread(thread, parent, thread.value); }
  void finish_thread(ThreadId thread);  // its locks stay held
  void vanish(ThreadId thread);         // with its process: it waits for nothing any more
  bool finished(ThreadId t) const { return threads_[t.index()].status == ThreadStatus::Finished; }
  // Nobody may use its handle any more: it was joined, or was detached and has ended.
  bool gone(ThreadId t) const {
    const Thread& thread = threads_[t.index()];
    return thread.joined || (thread.detached && thread.status == ThreadStatus::Finished);
  }
  const Thread& thread(ThreadId t) const { return threads_[t.index()]; }
  std::size_t thread_count() const { return threads_.size(); }

  // `operation.id` must be object_at(operation.object). For Join and Detach the object is the ThreadId's value.
  // Operations that are no business of this class (memory, choices, yields) are enabled and do nothing.
  bool enabled(ThreadId, const Operation&) const;
  Choice outcomes(ThreadId, const Operation&) const;
  Effect apply(ThreadId, const Operation&, Choice);
  // Is this lock, which an operation tries to take, free of everybody? Then it may also find it held for a moment by a
  // thread that is about to take several: apply() with choice 1.
  bool is_free(const Operation&) const;

  // The frequent cases of apply, inline: the lock of a mutex that is free and the unlock of one that the thread has
  // locked once. Each makes one edge (Lock, Unlock). False: it is no such case, and nothing was done.
  bool lock_free_mutex(ThreadId t, ObjectId id) {
    Object& mutex = at(id);
    if (mutex.kind != ObjectKind::Mutex || mutex.owned || mutex.flags >= kRobust) return false;
    journal_.remember(mutex);
    mutex.owned = true;
    mutex.owner = t;
    mutex.count = 1;
    return true;
  }
  bool can_unlock_mutex(ThreadId t, ObjectId id) const {
    const Object& mutex = object(id);
    return mutex.kind == ObjectKind::Mutex && mutex.owned && mutex.owner == t && mutex.count == 1 &&
           mutex.flags < kRobust;
  }
  void unlock_own_mutex(ObjectId id) {
    Object& mutex = at(id);
    journal_.remember(mutex);
    mutex.owned = false;
    mutex.owner = ThreadId{};
    mutex.count = 0;
  }
  bool may_lock_mutex(ThreadId t, ObjectId id) const {
    const Object& mutex = object(id);
    return mutex.kind != ObjectKind::Mutex || !mutex.owned || mutex.owner == t;
  }

  // Nobody else can tell when this happens: a thread locks a mutex that it has, unlocks one without giving it up, or
  // unlocks one that it does not have.
  bool concerns_nobody_else(ThreadId t, const Operation& op) const {
    if (op.kind != OperationKind::MutexLock && op.kind != OperationKind::MutexUnlock) return false;
    const Object& mutex = object(op.id);
    const bool mine = mutex.kind == ObjectKind::Mutex && mutex.owned && mutex.owner == t;
    return op.kind == OperationKind::MutexLock ? mine : !mine || mutex.count > 1;
  }

  // The one thread that can end this wait, if there is just one: owner of a mutex, writer of a rwlock, joined thread.
  std::optional<ThreadId> provider(ThreadId, const Operation&) const;
  // Appends every thread without whose help this wait cannot end: a writer needs each of the readers to leave.
  void needed(ThreadId, const Operation&, std::vector<ThreadId>& into) const;
  // Locks held by a thread, in the order of their first use.
  std::vector<ObjectId> held_by(ThreadId) const;
  std::uint32_t read_locks(ThreadId, ObjectId) const;
  std::optional<ObjectId> robust_mutex_of(ThreadId) const;  // one that it holds
  // The thread waits on a condition: it no longer does, nobody has woken it. False: it does not.
  bool cancel_wait(ThreadId);
  // Its wait on this condition is over, but it has not gone on yet. Ending it now has one outcome for each thread that a
  // signal it got may go to instead; 0: its wait is not over.
  Choice outcomes_of_late_cancel(ThreadId, ObjectId condition) const;
  void cancel_late(ThreadId, ObjectId condition, Choice);
  // Is this object a mutex or rwlock held by anyone, a condition with waiters, a barrier with arrivals...
  bool busy(ObjectId id) const { return busy(object(id)); }
  bool once_done(ObjectId id) const;

  // The storage [begin, begin+size) ends: its objects are forgotten. Calls gone(ObjectId) for each (and for the second
  // part of a rwlock) while busy() can still tell what state it was in; objects that are only atomics are called too.
  template <class F>
  void forget_range(Address begin, std::uint64_t size, F gone) {
    index_.for_each_in(begin, size, [&](ObjectId id) {
      gone(id);
      if (is_or_was(object(id), ObjectKind::RwLock)) gone(second_part(id));
      forget(id);
    });
  }

  // Calls f(ObjectId) for each known object that begins in [begin, end).
  template <class F>
  void each_object_in(Address begin, Address end, F f) const {
    index_.for_each_in(begin, end - begin, f);
  }

  // The threads that were ever started, by rank. Valid until the next call.
  std::span<const ThreadId> threads_by_rank() const;
  // All objects and threads in canonical form: objects by address, threads by rank, no dense names. Left out is what
  // nobody can observe: the generation of a barrier (who waits at one waits for the present one).
  void write_state(StateWriter&) const;

  // rwlocks make two kinds of order: every object has two ids, so that readers release into the second.
  static constexpr unsigned kParts = 2;
  static ObjectId second_part(ObjectId id) { return ObjectId(id.value + 1); }

 private:
  friend class WorldInspector;  // tests

  struct Known {
    Address address = ~Address{0};
    ObjectId id;
  };
  static constexpr std::size_t kKnown = 32;
  ObjectId look_up(Address);

  Object& at(ObjectId id) { return objects_[id.index() / kParts]; }
  static bool busy(const Object&);
  static bool is_or_was(const Object& o, ObjectKind kind) {
    return o.kind == kind || (o.kind == ObjectKind::Destroyed && o.flags == static_cast<std::uint8_t>(kind));
  }
  static Effect& fail(Effect& e, int result, Misuse misuse) { return e.result = result, e.misuse = misuse, e; }
  // May the object be used as a `kind`? Brings it to life where that needs no init; otherwise fills in the misuse.
  bool live(const Operation&, ObjectKind kind, Effect&);
  void begin_life(ObjectId, ObjectKind kind);
  void initialise(const Operation&, ObjectKind kind, Effect&);
  void destroy(const Operation&, ObjectKind kind, Effect&);
  void forget(ObjectId);

  template <class F>
  void for_each_needed(ThreadId, const Operation&, F) const;

  void join(ThreadId, const Operation&, Effect&);
  void detach(ThreadId, const Operation&, Effect&);

  static void give_up(const Operation&, Effect&);  // a lock that is tried, or taken with a time limit

  void apply_mutex(ThreadId, const Operation&, Choice, Effect&);
  void lock_mutex(ThreadId, ObjectId, Effect&);  // free, or recursive and its owner's
  void unlock_mutex(ObjectId, Effect&);          // one level of its owner's
  void abandon_mutex(ObjectId, Effect&);
  void make_consistent(ThreadId, ObjectId, Effect&);

  void apply_condition(ThreadId, const Operation&, Choice, Effect&);
  void start_condition_wait(ThreadId, const Operation&, Effect&);
  void reacquire(ThreadId, const Operation&, Choice, Effect&);

  // Waiting on conditions and futexes: waiters.cpp.
  void start_waiting(ThreadId, ObjectId, bool timed);
  int end_waiting(ThreadId, Choice);  // the result: 0 or ETIMEDOUT
  void wake(ThreadId, Wake);
  // The waiter that comes after one of this rank, if there is one; -1: the first.
  std::optional<ThreadId> next_waiter(ObjectId, int rank) const;
  std::uint32_t wake_nth(ObjectId, std::uint32_t n);
  std::uint32_t wake_all(ObjectId, Wake of_timed);
  Choice wake_one_outcomes(const Object&) const;
  std::uint32_t wake_one(ObjectId, Choice);
  Choice end_of_wait_outcomes(const Thread&, bool spurious) const;

  void apply_rwlock(ThreadId, const Operation&, Choice, Effect&);
  void read_lock(ThreadId, const Operation&, Effect&);
  void write_lock(ThreadId, const Operation&, Effect&);
  void unlock_rwlock(ThreadId, const Operation&, Effect&);
  void arrive_to_write(ThreadId, ObjectId);
  void stop_waiting_to_write(ThreadId, ObjectId);
  static bool keeps_readers_out(const Object&);  // a writer who waits
  std::uint32_t find_hold(ThreadId, const Object&) const;  // index plus 1, or 0
  void drop_hold(Object&, std::uint32_t hold);

  void apply_semaphore(const Operation&, Effect&);
  void apply_barrier(const Operation&, Effect&);
  void apply_once(ThreadId, const Operation&, Effect&);
  void apply_futex(ThreadId, const Operation&, Choice, Effect&);
  Choice futex_wake_outcomes(const Operation&) const;
  std::uint32_t wake_combination(ObjectId, std::uint64_t how_many, Choice, bool& incomplete);

  void list(ObjectId);
  void write_object(const Object&, StateWriter&) const;
  Address name_of_object(ObjectId id) const { return id == kNoObject ? 0 : object(id).address; }

  Journal& journal_;
  AddressIndex index_;
  Known known_[kKnown];  // names that were asked for lately: names are forever
  StablePool<Object> objects_;
  StablePool<Thread> threads_;
  std::vector<std::uint32_t> listed_;  // indices of objects that were ever more than an address, by address; not undone
  mutable std::vector<ThreadId> by_rank_;
  StablePool<ReadHold> holds_;
  std::uint32_t holds_used_ = 0;  // journalled, as are the records
  std::uint32_t free_hold_ = 0;   // first of the free list, plus 1
  bool spurious_ = false;
  bool robust_ = false;  // there has been a robust mutex
};

}  // namespace heddle::sync
