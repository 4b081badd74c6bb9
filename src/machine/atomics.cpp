// Atomic operations on memory: the arithmetic of read-modify-write for each width, and what one of them does to the
// detector's knowledge of who happened before whom.
//
// The order of three things matters (C++20 [intro.races]): what is acquired comes before the access is checked, because
// the value read may be what orders it; what is released goes out after, because the access itself is part of this
// thread's past. A release ticks the thread's clock, so recording the access late would make the last decrement of a
// reference count race with the delete that it allows.
#include <algorithm>
#include <cstring>
#include <vector>

#include "machine/engine.h"
#include "model/address_space.h"

namespace heddle {
namespace {

template <class T>
struct Signed {
  using type = std::make_signed_t<T>;
};
template <>
struct Signed<unsigned __int128> {
  using type = __int128;
};

template <class T>
T combine(RmwKind kind, T old, T operand) {
  using S = typename Signed<T>::type;
  switch (kind) {
    case RmwKind::Exchange:
      return operand;
    case RmwKind::Add:
      return static_cast<T>(old + operand);
    case RmwKind::Sub:
      return static_cast<T>(old - operand);
    case RmwKind::And:
      return static_cast<T>(old & operand);
    case RmwKind::Nand:
      return static_cast<T>(~(old & operand));
    case RmwKind::Or:
      return static_cast<T>(old | operand);
    case RmwKind::Xor:
      return static_cast<T>(old ^ operand);
    case RmwKind::Max:
      return static_cast<S>(old) > static_cast<S>(operand) ? old : operand;
    case RmwKind::Min:
      return static_cast<S>(old) < static_cast<S>(operand) ? old : operand;
    case RmwKind::UMax:
      return old > operand ? old : operand;
    case RmwKind::UMin:
      return old < operand ? old : operand;
    default:
      return old;
  }
}

template <class F>
F combine_float(RmwKind kind, F old, F operand) {
  switch (kind) {
    case RmwKind::FAdd:
      return old + operand;
    case RmwKind::FSub:
      return old - operand;
    case RmwKind::FMax:
      return old > operand ? old : operand;
    case RmwKind::FMin:
      return old < operand ? old : operand;
    default:
      return old;
  }
}

template <class T>
void combine_at(RmwKind kind, const void* old, const void* operand, void* result) {
  T a, b;
  std::memcpy(&a, old, sizeof a);
  std::memcpy(&b, operand, sizeof b);
  T c;
  if constexpr (std::is_floating_point_v<T>)
    c = combine_float<T>(kind, a, b);
  else
    c = combine<T>(kind, a, b);
  std::memcpy(result, &c, sizeof c);
}

void read_modify(RmwKind kind, std::uint32_t width, const void* old, const void* operand, void* result) {
  const bool floating = kind >= RmwKind::FAdd;
  switch (width) {
    case 1:
      return combine_at<std::uint8_t>(kind, old, operand, result);
    case 2:
      return combine_at<std::uint16_t>(kind, old, operand, result);
    case 4:
      return floating ? combine_at<float>(kind, old, operand, result)
                      : combine_at<std::uint32_t>(kind, old, operand, result);
    case 8:
      return floating ? combine_at<double>(kind, old, operand, result)
                      : combine_at<std::uint64_t>(kind, old, operand, result);
    default:
      return combine_at<unsigned __int128>(kind, old, operand, result);
  }
}

}  // namespace

void Engine::atomic(Operation op, const AtomicOperands& operands) {
  not_in_trial();
  must_be_usable(op);
  if (!in_program_memory(op.object) && op.kind != OperationKind::AtomicLoad && !libraries.key_of(op.object, op.width))
    write_outside(op.object, op.site);
  op.id = world.object_at(op.object);
  if (operands.expected != nullptr && op.width <= sizeof op.argument)
    std::memcpy(&op.argument, operands.expected, op.width);
  ThreadRecord& record = self();
  journal.remember(record.operands);
  record.operands = operands;
  visible(op);
}

// The edge on every object that its bytes belong to. Without weak orders every store is a release, and every rule of
// release sequences comes to the same.
void Engine::order_atomic(ThreadId t, const Operation& op, EdgeKind kind, MemoryOrder order) {
  if (time.runs()) time.order(t, Edge{kind, order, op.id});
  if (!observers.follow_order()) return;
  const bool goes_on = kind == EdgeKind::AtomicStore && op.argument == kGoesOn;
  places_.each(op, [&](ObjectId place) {
    const Edge edge{kind, order, place};
    if (image.weak_atomics)
      sequences_.order(t, edge, goes_on, observers);
    else
      observers.order(t, edge);
  });
}

// Loads, stores, read-modify-writes. Under sequential consistency a step is indivisible, so plain memory will do.
void Engine::apply_atomic(ThreadId t, const Operation& op) {
  ThreadRecord& record = threads[t.index()];
  const AtomicOperands& operands = record.operands;
  SpinRound& round = spin_rounds_[t.index()];
  void* place = reinterpret_cast<void*>(op.object);
  alignas(16) std::byte small[2][16];
  static std::vector<std::byte> large;  // of objects that libatomic would lock
  if (op.width > sizeof small[0]) large.resize(std::max<std::size_t>(large.size(), 2 * op.width));
  std::byte* const old = op.width > sizeof small[0] ? large.data() : small[0];
  std::byte* const now = op.width > sizeof small[0] ? large.data() + op.width : small[1];
  std::memcpy(old, place, op.width);
  std::memcpy(&transition.before, old, std::min<std::size_t>(op.width, sizeof transition.before));
  bool writes = op.kind != OperationKind::AtomicLoad;
  MemoryOrder order = op.order;
  if (op.kind == OperationKind::AtomicCompareExchange && std::memcmp(old, operands.expected, op.width) != 0) {
    writes = false;
    order = op.failure_order;
  }
  const bool reads = op.kind != OperationKind::AtomicStore;
  if (reads) note_read(round, op.object, op.width, read_value(op.object, op.width));
  if (reads) order_atomic(t, op, EdgeKind::AtomicLoad, acquire_part(order));
  const Address key = in_program_memory(op.object) ? 0 : libraries.key_of(op.object, op.width);
  plain_access(t, key ? key : op.object, op.width, writes ? AccessKind::AtomicWrite : AccessKind::AtomicRead, op.site);
  if (status != Status::Running) return;
  if (writes) {
    if (op.kind == OperationKind::AtomicRmw && operands.kind != RmwKind::Exchange)
      read_modify(operands.kind, op.width, old, operands.value, now);
    else
      std::memcpy(now, operands.value, op.width);
    std::uint64_t after = 0;
    std::memcpy(&after, now, std::min<std::size_t>(op.width, sizeof after));
    if (round.loop) note_atomic_write(round, op, read_value(op.object, op.width), after);
    if (key) {
      journal.remember_bytes(place, op.width);
      libraries.note_written(key, op.width);
    }
    std::memcpy(place, now, op.width);
    transition.wrote = true;
    order_atomic(t, op, reads ? EdgeKind::AtomicRmw : EdgeKind::AtomicStore, release_part(order));
  }
  note_look(t, op, order, writes ? nullptr : old);
  if (operands.old) std::memcpy(operands.old, old, op.width);
}

// Nobody else can tell when this happens: no step of its own, no order.
void Engine::count(std::int32_t* count, std::int32_t change, SiteId site) {
  const auto place = reinterpret_cast<Address>(count);
  plain_access(current, place, sizeof *count, AccessKind::AtomicWrite, site);
  const std::uint64_t before = static_cast<std::uint32_t>(*count);
  if (SpinRound& round = spin_round(current); round.loop) {
    Operation op;
    op.kind = OperationKind::AtomicRmw;
    op.object = place;
    op.width = sizeof *count;
    op.site = site;
    note_atomic_write(round, op, before, static_cast<std::uint32_t>(*count + change), true);
  }
  *count += change;
  if (observers.follow_order())
    observers.order(current, Edge{EdgeKind::AtomicRmw, MemoryOrder::Relaxed, world.object_at(place)});
}

}  // namespace heddle
