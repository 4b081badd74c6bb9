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

struct Edge {
  EdgeKind kind;
  MemoryOrder order = MemoryOrder::SequentiallyConsistent;
  ObjectId object;
  friend bool operator==(const Edge&, const Edge&) = default;
};

// The edge of an atomic access or fence; `stored` tells a compare-exchange that succeeded from one that failed, which
// is a load with its failure order.
constexpr Edge atomic_edge(const Operation& operation, bool stored) {
  switch (operation.kind) {
    case OperationKind::AtomicLoad:
      return {EdgeKind::AtomicLoad, operation.order, operation.id};
    case OperationKind::AtomicStore:
      return {EdgeKind::AtomicStore, operation.order, operation.id};
    case OperationKind::AtomicCompareExchange:
      if (!stored) return {EdgeKind::AtomicLoad, operation.failure_order, operation.id};
      [[fallthrough]];
    case OperationKind::AtomicRmw:
      return {EdgeKind::AtomicRmw, operation.order, operation.id};
    default:
      return {EdgeKind::Fence, operation.order, ObjectId{}};
  }
}

}  // namespace heddle
