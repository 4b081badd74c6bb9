// What a thread does that another thread can notice.
//
// A thread runs until it is about to perform a visible operation, publishes it as its pending operation and stops.
// Which operations are visible (scheduling points):
//
//   visible                    lock, trylock, unlock*, read/write locks, semaphores, condition wait/signal/broadcast,
//                              barrier arrival, entering a once that nobody has entered, atomic accesses, choices,
//                              the end of the process, waking from a spin; plain accesses only under --visible all
//   silent (never branch)      thread creation, thread exit, join, detach, fences, leaving a barrier, a once already
//                              done, yields and sleeps: they commute with everything any other thread can do, so they
//                              happen as soon as they can, inside the transition that made them possible
//   unlock*                    visible iff the program can notice a free lock without taking it (trylock, timed
//                              locks, destroy): Image::unlock_is_visible
#pragma once
#include <cstdint>
#include <span>

#include "model/ids.h"

namespace heddle {

enum class OperationKind : std::uint8_t {
  None,  // the thread has not started, or has ended
  // threads (silent; a blocked Join is pending and disabled)
  ThreadCreate,
  ThreadExit,
  Join,
  Detach,
  // mutexes: object = mutex
  MutexInit,
  MutexDestroy,
  MutexLock,
  MutexTryLock,
  MutexTimedLock,  // takes it if it is free, otherwise times out
  MutexUnlock,
  MutexAbandon,     // a thread ends that holds a robust mutex
  MutexConsistent,  // silent: its state was repaired
  LockAllBegin,  // std::lock of several begins: until its LockAll whoever tries one may find it held; argument as below
  LockAll,  // std::lock of several: waits until all of them are free; argument = set of locks. The locks follow silently
  // conditions: object = condition, argument = mutex
  CondInit,
  CondDestroy,
  CondWait,       // releases the mutex and starts to wait
  CondTimedWait,  // the same, but may give up
  CondReacquire,  // second half of a wait: needs a wake-up (or a time-out) and the mutex
  CondSignal,     // outcome = index among the waiters in thread order
  CondBroadcast,
  // read/write locks; argument of locks: kPrefersWriters and kMindsReaders
  RwInit,
  RwDestroy,
  RwReadLock,
  RwWriteLock,
  RwTryReadLock,
  RwTryWriteLock,
  RwTimedReadLock,
  RwTimedWriteLock,
  RwWriteArrive,  // of a lock that prefers writers: from here on the thread keeps readers out, until it has it or gives up
  RwUnlock,
  // semaphores; SemInit: argument = initial count
  SemInit,
  SemDestroy,
  SemWait,
  SemTryWait,
  SemTimedWait,
  SemPost,
  SemGetValue,
  // barriers; BarrierInit: argument = count. BarrierLeave is silent and blocks until the generation is complete.
  BarrierInit,
  BarrierDestroy,
  BarrierArrive,
  BarrierLeave,
  // pthread_once, std::call_once, guards of function-local statics
  OnceEnter,  // blocks while another runs the initialisation; silent as soon as it is done
  OnceDone,
  OnceAbandon,  // the initialisation threw: the next one may try
  // atomics: object = address, width = bytes; a compare-exchange of at most 8 bytes: argument = expected value;
  // a store: argument = kGoesOn where it goes on with its thread's release sequence (before C++20)
  AtomicLoad,
  AtomicStore,
  AtomicRmw,
  AtomicCompareExchange,
  Fence,
  // std::atomic::wait and everything built on futex: argument = expected value
  FutexWait,
  FutexTimedWait,
  FutexSleep,  // second half: needs a wake-up
  FutexWake,   // argument = how many
  // plain memory, visible under --visible all
  PlainRead,
  PlainWrite,
  StorageEnd,  // free, or the end of a variable's scope; argument = size. Visible where races do not decide (engine.h)
  // the rest
  Choose,      // argument = number of outcomes
  Yield,
  Cancel,       // pthread_cancel; object = the thread. Dependent with everything.
  CancelPoint,  // nothing but a place where a thread may be cancelled
  SpinWait,    // blocked until something read in the last round of a loop changes; argument = spin set
  LoopPoint,   // a scheduling point in a long loop without visible operations
  LoopCut,     // a loop is followed no further: never enabled; argument: kInVain or more, what follows is covered elsewhere
  Assume,      // of something that does not hold: never enabled
  AtomicSection,  // its beginning, or a choice inside; argument = number of outcomes. Dependent with everything.
  Label,       // recorded only: object = its name, a text of the program
  ProcessExit,  // atexit handlers have run; all threads vanish. Dependent with everything.
};
inline constexpr std::size_t kOperationKinds = static_cast<std::size_t>(OperationKind::ProcessExit) + 1;

inline constexpr std::uint64_t kGoesOn = 1;
inline constexpr std::uint64_t kInVain = 1;
inline constexpr std::uint64_t kWaitsInVain = 2;  // + spin set: if nobody goes on, this thread waits for that

enum class MemoryOrder : std::uint8_t { Relaxed, Acquire, Release, AcquireRelease, SequentiallyConsistent };

constexpr bool acquires(MemoryOrder o) {
  return o == MemoryOrder::Acquire || o == MemoryOrder::AcquireRelease || o == MemoryOrder::SequentiallyConsistent;
}
constexpr bool releases(MemoryOrder o) {
  return o == MemoryOrder::Release || o == MemoryOrder::AcquireRelease || o == MemoryOrder::SequentiallyConsistent;
}
// Of a read-modify-write: what its load does, and what its store does.
constexpr MemoryOrder acquire_part(MemoryOrder o) { return acquires(o) ? MemoryOrder::Acquire : MemoryOrder::Relaxed; }
constexpr MemoryOrder release_part(MemoryOrder o) { return releases(o) ? MemoryOrder::Release : MemoryOrder::Relaxed; }

struct Operation {
  OperationKind kind = OperationKind::None;
  MemoryOrder order = MemoryOrder::SequentiallyConsistent;
  MemoryOrder failure_order = MemoryOrder::SequentiallyConsistent;  // of a compare-exchange that fails
  bool cancellable = false;                                         // a request of cancellation ends it
  std::uint32_t width = 0;  // bytes accessed by a memory operation; see also waits_for_change
  SiteId site;
  ObjectId id;  // dense name of `object`, for operations on synchronisation objects
  Address object = 0;
  std::uint64_t argument = 0;
};

// MutexLock and CondReacquire in a loop that has nothing to do (machine/spin.h): they are also blocked until something
// changes, like SpinWait, and width - 1 is the set of bytes.
constexpr bool waits_for_change(const Operation& op) {
  if (op.kind == OperationKind::SpinWait) return true;
  return (op.kind == OperationKind::MutexLock || op.kind == OperationKind::CondReacquire) && op.width != 0;
}
// In such a set, added to the width of bytes: also who reads them wakes the thread.
inline constexpr std::uint32_t kReadersWake = 1u << 31;

// A live thread and what it is about to do.
struct Pending {
  ThreadId thread;
  bool enabled = false;
  Choice outcomes = 1;  // how many different results the operation can have right now (choices 0 .. outcomes-1)
  Operation operation;
};

// A silent operation inside a step that orders threads. The search's clocks need them, in the order of execution:
//   ThreadCreate (object = the child), Join that returned (object = the finished thread), OnceEnter of a once already
//   done, OnceDone and OnceAbandon, and MutexUnlock or RwUnlock where unlocking is invisible.
struct SilentOperation {
  ThreadId thread;
  OperationKind kind = OperationKind::None;
  bool shared = false;  // RwUnlock: gives up a read lock
  Address object = 0;
};

// One executed step: the visible operation, and what of the invisible rest a search has to know.
struct Transition {
  ThreadId thread;
  Choice choice = 0;
  bool wrote = false;  // an atomic operation that stored (a failed compare-exchange did not)
  Operation operation;
  std::span<const SilentOperation> silent = {};  // valid until the next step
  std::uint64_t before = 0;                      // what an atomic operation of at most 8 bytes found in memory
};

// A lock that is tried, or taken with a time limit.
constexpr bool may_give_up(OperationKind k) {
  using enum OperationKind;
  return k == MutexTryLock || k == MutexTimedLock || k == RwTryReadLock || k == RwTryWriteLock || k == RwTimedReadLock ||
         k == RwTimedWriteLock;
}
// Arguments of operations on read/write locks. The lock is of the kind PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
// RwTryReadLock and RwTimedReadLock may find the lock held by a std::lock, if it is not read-locked.
inline constexpr std::uint64_t kPrefersWriters = 1, kMindsReaders = 2;

// In the set of a LockAll: address and one of these.
inline constexpr std::uint32_t kMutexWidth = 1, kRwLockWidth = 2;

const char* name_of(OperationKind);
bool begins_or_ends_object(OperationKind);  // init and destroy of synchronisation objects
bool is_memory_access(OperationKind);  // atomics and plain accesses
bool may_write(OperationKind);         // of those: stores, read-modify-writes, compare-exchanges, plain writes

}  // namespace heddle
