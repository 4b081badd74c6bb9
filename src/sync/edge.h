// How an operation orders threads: the happens-before edges it makes, in the vocabulary that every detector
// understands (4 kinds of sources of order: mutexes, plain release/acquire objects, atomics, threads).
#pragma once
#include <cstdint>

#include "model/ids.h"
#include "model/operation.h"

namespace heddle {

enum class EdgeKind : std::uint8_t {
  Lock,  // of a mutex: everything before its last Unlock happened before
  Unlock,
  Acquire,       // everything that was released into the object so far happened before
  Release,       // adds this thread's past to the object
  ReleaseReset,  // replaces the object's past by this thread's (first arrival of a barrier generation)
  AtomicLoad,    // with `order`; the three C++ cases, fences included, are the detector's business
  AtomicStore,
  AtomicRmw,
  Fence,  // with `order`; no object
};

// What an edge says about who holds a lock, for the detectors that check a discipline: happens-before does not tell a
// read lock from a semaphore.
enum class Hold : std::uint8_t {
  None,        // Lock and Unlock say it themselves
  Shared,      // from now on the thread holds the object as a reader
  Exclusive,   // as a writer
  Ends,        // no longer
  EndsShared,  // no longer; the object is the second part, which belongs to the readers
};

struct Edge {
  EdgeKind kind;
  MemoryOrder order = MemoryOrder::SequentiallyConsistent;
  ObjectId object;
  Hold hold = Hold::None;
  friend bool operator==(const Edge&, const Edge&) = default;
};

constexpr Hold hold_of(const Edge& edge) {
  if (edge.kind == EdgeKind::Lock) return Hold::Exclusive;
  return edge.kind == EdgeKind::Unlock ? Hold::Ends : edge.hold;
}
// The lock that hold_of() speaks of.
constexpr ObjectId lock_of(const Edge& edge) {
  return edge.hold == Hold::EndsShared ? ObjectId(edge.object.value - 1) : edge.object;
}

// The edge of an atomic access or fence; `stored` tells a compare-exchange that succeeded from one that failed, which
// is a load with its failure order.
constexpr Edge atomic_edge(const Operation& operation, bool stored) {
  switch (memory_use(operation.kind)) {
    case MemoryUse::AtomicRead:
      return {EdgeKind::AtomicLoad, operation.order, operation.id};
    case MemoryUse::AtomicWrite:
      return {EdgeKind::AtomicStore, operation.order, operation.id};
    case MemoryUse::AtomicReadWrite:
      if (operation.kind == OperationKind::AtomicCompareExchange && !stored)
        return {EdgeKind::AtomicLoad, operation.failure_order, operation.id};
      return {EdgeKind::AtomicRmw, operation.order, operation.id};
    case MemoryUse::NoAccess:
    case MemoryUse::PlainRead:
    case MemoryUse::PlainWrite:
      break;
  }
  return {EdgeKind::Fence, operation.order, ObjectId{}};
}

}  // namespace heddle
