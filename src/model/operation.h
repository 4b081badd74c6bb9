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
//
// The kinds of operations and all that depends on the kind alone: operation_table.h.
#pragma once
#include <cstdint>
#include <span>

#include "model/ids.h"
#include "model/operation_table.h"

namespace heddle {

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

// Arguments of operations on read/write locks. The lock is of the kind PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
// RwTryReadLock and RwTimedReadLock may find the lock held by a std::lock, if it is not read-locked.
inline constexpr std::uint64_t kPrefersWriters = 1, kMindsReaders = 2;

// Of a channel: the words for which its operations wait lie in its first bytes.
inline constexpr std::uint32_t kChannelWidth = 16;

// In the set of a LockAll: address and one of these.
inline constexpr std::uint32_t kMutexWidth = 1, kRwLockWidth = 2;

}  // namespace heddle
