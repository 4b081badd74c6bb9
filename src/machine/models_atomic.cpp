// libatomic's functions on objects of any size, which it performs under a lock of its own: here one atomic access like
// any other. (Sizes that an instruction can do have become hooks: instrument/library_atomics.cpp.) The values come and go
// by address; what happens to them is plain. They are kept on the program's stack, as the fiber may never come back.
#include "machine/announce.h"

using namespace heddle;

namespace {

// __ATOMIC_RELAXED ... __ATOMIC_SEQ_CST; consume is acquire.
MemoryOrder order_of(int given) {
  switch (given) {
    case __ATOMIC_RELAXED: return MemoryOrder::Relaxed;
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE: return MemoryOrder::Acquire;
    case __ATOMIC_RELEASE: return MemoryOrder::Release;
    case __ATOMIC_ACQ_REL: return MemoryOrder::AcquireRelease;
    default: return MemoryOrder::SequentiallyConsistent;
  }
}

void perform_any(const Call& call, OperationKind kind, std::size_t size, const void* place, int order,
                 const AtomicOperands& operands, int failure_order = __ATOMIC_RELAXED) {
  Operation op;
  op.kind = kind;
  op.order = order_of(order);
  op.failure_order = order_of(failure_order);
  op.width = static_cast<std::uint32_t>(size);
  op.site = call.site();
  op.object = reinterpret_cast<Address>(place);
  engine->atomic(op, operands);
}

}  // namespace

extern "C" {

void rt_atomic_load(std::size_t size, const void* place, void* result, int order) {
  Call call = Call::with(size, place, result, order);
  call.changes_nothing();
  if (size == 0) return;
  void* old = __builtin_alloca(size);
  perform_any(call, OperationKind::AtomicLoad, size, place, order, {nullptr, nullptr, old, RmwKind::Exchange});
  announce_later<"__atomic_load">(call, size, place, result);
  std::memcpy(result, old, size);
}
void rt_atomic_store(std::size_t size, void* place, const void* value, int order) {
  Call call = Call::with(size, place, value, order);
  call.changes_nothing();  // beside what a round of a loop notes of an atomic write
  if (size == 0) return;
  announce<"__atomic_store">(call, size, place, value);
  perform_any(call, OperationKind::AtomicStore, size, place, order, {value, nullptr, nullptr, RmwKind::Exchange});
}
void rt_atomic_exchange(std::size_t size, void* place, const void* value, void* result, int order) {
  Call call = Call::with(size, place, value, result, order);
  call.changes_nothing();
  if (size == 0) return;
  announce<"__atomic_exchange">(call, size, place, value, result);
  void* old = __builtin_alloca(size);
  perform_any(call, OperationKind::AtomicRmw, size, place, order, {value, nullptr, old, RmwKind::Exchange});
  announce_later<"__atomic_exchange">(call, size, place, value, result);
  std::memcpy(result, old, size);
}
bool rt_atomic_compare_exchange(std::size_t size, void* place, void* expected, const void* desired, int success,
                                int failure) {
  Call call = Call::with(size, place, expected, desired, success, failure);
  call.changes_nothing();
  if (size == 0) return true;
  announce<"__atomic_compare_exchange">(call, size, place, expected, desired);
  void* old = __builtin_alloca(size);
  perform_any(call, OperationKind::AtomicCompareExchange, size, place, success,
              {desired, expected, old, RmwKind::Exchange}, failure);
  if (std::memcmp(old, expected, size) == 0) return true;
  announce_later<"__atomic_compare_exchange">(call, size, place, expected);
  std::memcpy(expected, old, size);
  return false;
}
}
