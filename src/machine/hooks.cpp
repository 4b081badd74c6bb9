// The functions that instrumented code calls (model/hooks.h). An access that the detector has seen already in this
// epoch returns at once; everything else is Engine::access.
#include "model/hooks.h"

#include <string.h>

#include <bit>
#include <cstring>

#include "detect/execution_log.h"
#include "machine/engine.h"
#include "model/address_space.h"

using namespace heddle;

extern "C" {
std::uint32_t heddle_call_site = 0;
std::uint32_t heddle_thrown_at = 0, heddle_call_before = 0;
std::uint8_t heddle_fill = 0;
std::uint8_t heddle_watches_decisions = 0;
FoundObject heddle_found_object = {};
}

namespace {

// The program may not look at what it reads, and then the read itself is gone: a bad address is to fault all the same.
template <AccessKind kind>
void touch(Address a) {
  if (kind == AccessKind::Read) (void)*reinterpret_cast<const volatile char*>(a);
}

// Without vector clocks: living memory, if there is no detector; something that the detector knows already, if there is.
template <unsigned W, AccessKind kind>
[[gnu::always_inline]] inline bool nobody_cares(Address a, std::uint32_t site) {
  if (const RaceDetector* const detector = engine->observers.detector())
    return detector->adds_nothing({engine->current, kind, a, W, SiteId(site)});
  const bool of_another = in_stacks(a) && stack_owner(a) != engine->current;
  return !of_another && !engine->first_bad_byte(a, W);
}

// The program has called the present hook through an entry, and nothing was looked at since.
bool has_entered = false;

// Out of line, so that the hooks above it need no stack frame while there is nothing new to say.
template <unsigned W, AccessKind kind>
[[gnu::noinline]] void look_closer(Address a, std::uint32_t site) {
  constexpr bool write = kind == AccessKind::Write;
  if constexpr (W == 4 || W == 8) {
    if (fast_detector && fast_detector->has_much_to_do() && !in_stacks(a) &&
        fast_detector->renew<W, write>(a, SiteId(site))) {
      ToolScope tool;
      return engine->note_plain(engine->current, a, W);
    }
  }
  if (fast_detector && fast_detector->seen_among_others<W, write>(a)) return;
  if (a >= kProgramEnd || a + W <= kProgramBase) {
    touch<kind>(a);
    if (kind == AccessKind::Read && !engine->libraries.may_hold(a)) return;
    ToolScope tool;
    engine->not_in_trial();
    engine->access_library(a, W, kind, SiteId(site));
    return;
  }
  if (short_path && !fast_detector && nobody_cares<W, kind>(a, site)) return;
  ToolScope tool;
  if (fast_detector && !engine->first_bad_byte(a, W)) {
    if (in_stacks(a) && stack_owner(a) != engine->current && !engine->in_trial()) [[unlikely]]
      engine->look_at_stack(engine->current, a, W);
    engine->note_plain(engine->current, a, W);
    const bool noted = kind == AccessKind::Read ? fast_detector->note_read(a, W, SiteId(site))
                                                : fast_detector->note_write(a, W, SiteId(site));
    if (noted) return;
  }
  engine->access(a, W, kind, SiteId(site), std::exchange(has_entered, false));
}

template <unsigned W, AccessKind kind>
inline void plain_hook(const void* p, std::uint32_t site) {
  const auto a = reinterpret_cast<Address>(p);
  if constexpr (W == 4 || W == 8)
    if (fast_detector && fast_detector->just_seen < W, kind == AccessKind::Write > (a)) [[likely]]
      return;
  look_closer<W, kind>(a, site);
}
template <unsigned W>
inline void read_hook(const void* p, std::uint32_t site) {
  plain_hook<W, AccessKind::Read>(p, site);
}
template <unsigned W>
inline void write_hook(const void* p, std::uint32_t site) {
  plain_hook<W, AccessKind::Write>(p, site);
}

// The second time in a segment it is worth to remember: segments of a search are short, and most accesses made once.
template <unsigned W, AccessKind kind>
inline void new_access(const void* p, std::uint32_t site) {
  constexpr bool write = kind == AccessKind::Write;
  const auto a = reinterpret_cast<Address>(p);
  if (fast_detector && fast_detector->just_seen<W, write>(a)) return fast_detector->tell_known<W, write>(a);
  look_closer<W, kind>(a, site);
}

// Most accesses have four or eight bytes.
template <AccessKind kind>
inline void new_access(const void* p, std::uint64_t size, std::uint32_t site) {
  if (size == 8) return new_access<8, kind>(p, site);
  if (size == 4) return new_access<4, kind>(p, site);
  if (size == 1) return new_access<1, kind>(p, site);
  size == 2 ? new_access<2, kind>(p, site) : new_access<16, kind>(p, site);
}

template <AccessKind kind>
[[gnu::noinline]] void look_at_leap(Address from, Address to, std::uint64_t bytes, std::uint32_t site) {
  if (engine->heap.connected(from, to)) return;
  ToolScope tool;
  engine->not_in_trial();
  engine->leap(from, {engine->current, kind, to, bytes, SiteId(site)});
}

template <AccessKind kind>
inline void leap(const void* origin, const void* p, std::uint64_t bytes, std::uint32_t site) {
  const auto from = reinterpret_cast<Address>(origin), to = reinterpret_cast<Address>(p);
  const LeapCache::Entry& object = engine->leaps.around(from);
  if (object.has(from, to, engine->leap_time(from))) [[likely]] {
    // What the function keeps is part of a state, and must not depend on what happens to be in the cache.
    const bool tells = !in_stacks(from) && !engine->compares_states;
    heddle_found_object = tells ? FoundObject{object.begin, object.size} : FoundObject{};
    return;
  }
  heddle_found_object = {};
  look_at_leap<kind>(from, to, bytes, site);
}

struct AtomicAccess {
  OperationKind kind;
  const void* place;
  std::uint32_t width, order, site;
};

// All that is needed when the operation is to happen; the place and the order are in the operation itself.
void keep_operands(const AtomicAccess& access, const AtomicOperands& operands) {
  if (heddle_program_entry.stack_pointer == 0) return;
  if (access.width > 16) return no_program_entry();
  std::uint64_t words[4] = {};
  if (operands.value) std::memcpy(words, operands.value, access.width);
  if (operands.expected) std::memcpy(words + 2, operands.expected, access.width);
  keep_arguments(words[0], words[1], words[2], words[3], static_cast<std::uint64_t>(operands.kind), access.order);
}

void perform(AtomicAccess access, AtomicOperands operands) {
  ToolScope tool;
  keep_operands(access, operands);
  Operation op;
  op.kind = access.kind;
  op.order = static_cast<MemoryOrder>(access.order & 0xff);
  op.failure_order = static_cast<MemoryOrder>((access.order >> 8) & 0xff);
  op.width = access.width;
  op.site = SiteId(access.site);
  op.object = reinterpret_cast<Address>(access.place);
  if (op.kind == OperationKind::AtomicStore) op.argument = access.order >> 16 & 0xff;
  if (op.object % access.width != 0 && (access.order & kAnyAlignment) == 0) [[unlikely]]
    engine->misaligned(op);
  engine->atomic(op, operands);
  const bool weak = op.kind == OperationKind::AtomicCompareExchange && (access.order >> 16 & 1) != 0;
  if (weak && std::memcmp(operands.old, operands.expected, access.width) == 0) engine->assume(Assumption::WeakExchange);
}

}  // namespace

extern "C" {

void heddle_read1(const void* p, std::uint32_t site) { read_hook<1>(p, site); }
void heddle_read2(const void* p, std::uint32_t site) { read_hook<2>(p, site); }
void heddle_read4(const void* p, std::uint32_t site) { read_hook<4>(p, site); }
void heddle_read8(const void* p, std::uint32_t site) { read_hook<8>(p, site); }
void heddle_read16(const void* p, std::uint32_t site) { read_hook<16>(p, site); }
void heddle_write1(const void* p, std::uint32_t site) { write_hook<1>(p, site); }
void heddle_write2(const void* p, std::uint32_t site) { write_hook<2>(p, site); }
void heddle_write4(const void* p, std::uint32_t site) { write_hook<4>(p, site); }
void heddle_write8(const void* p, std::uint32_t site) { write_hook<8>(p, site); }
void heddle_write16(const void* p, std::uint32_t site) { write_hook<16>(p, site); }

void heddle_new_read(const void* p, std::uint64_t size, std::uint32_t site) {
  new_access<AccessKind::Read>(p, size, site);
}
void heddle_new_write(const void* p, std::uint64_t size, std::uint32_t site) {
  new_access<AccessKind::Write>(p, size, site);
}

// What the program calls instead where states are compared.
#define ENTERED_ACCESS(name)                                      \
  void heddle_entered_##name(const void* p, std::uint32_t site) { \
    has_entered = true;                                           \
    heddle_##name(p, site);                                       \
    has_entered = false;                                          \
  }
ENTERED_ACCESS(read1)
ENTERED_ACCESS(read2)
ENTERED_ACCESS(read4)
ENTERED_ACCESS(read8)
ENTERED_ACCESS(read16)
ENTERED_ACCESS(write1)
ENTERED_ACCESS(write2)
ENTERED_ACCESS(write4)
ENTERED_ACCESS(write8)
ENTERED_ACCESS(write16)
#undef ENTERED_ACCESS
void heddle_entered_new_read(const void* p, std::uint64_t size, std::uint32_t site) {
  has_entered = true;
  heddle_new_read(p, size, site);
  has_entered = false;
}
void heddle_entered_new_write(const void* p, std::uint64_t size, std::uint32_t site) {
  has_entered = true;
  heddle_new_write(p, size, site);
  has_entered = false;
}

void heddle_read_range(const void* p, std::uint64_t size, std::uint32_t site) {
  const auto a = reinterpret_cast<Address>(p);
  if (size != 0 && !in_program_memory(a)) touch<AccessKind::Read>(a);
  ToolScope tool;
  engine->access(a, size, AccessKind::Read, SiteId(site));
}
void heddle_write_range(const void* p, std::uint64_t size, std::uint32_t site) {
  ToolScope tool;
  engine->access(reinterpret_cast<Address>(p), size, AccessKind::Write, SiteId(site));
}

static void copy(void* to, const void* from, std::uint64_t size, std::uint32_t site) {
  if (size == 8) {  // most copies: small structures
    heddle_read8(from, site);
    heddle_write8(to, site);
  } else if (size == 16) {
    heddle_read16(from, site);
    heddle_write16(to, site);
  } else {
    heddle_read_range(from, size, site);
    heddle_write_range(to, size, site);
  }
  std::memmove(to, from, size);
}
// Calls of memcpy and assignments of structures: neither may overlap in part, an assignment may to itself.
void heddle_memcpy(void* to, const void* from, std::uint64_t size, std::uint32_t site) {
  if (overlaps_in_part(to, from, size)) [[unlikely]] {
    ToolScope tool;
    engine->overlapping(to, size, SiteId(site));
  }
  copy(to, from, size, site);
}
void heddle_memmove(void* to, const void* from, std::uint64_t size, std::uint32_t site) { copy(to, from, size, site); }
void heddle_memset(void* to, std::uint32_t byte, std::uint64_t size, std::uint32_t site) {
  heddle_write_range(to, size, site);
  std::memset(to, static_cast<int>(byte), size);
}

std::uint64_t heddle_atomic_load(const void* p, std::uint32_t width, std::uint32_t order, std::uint32_t site) {
  std::uint64_t old = 0;
  perform({OperationKind::AtomicLoad, p, width, order, site}, {nullptr, nullptr, &old, RmwKind::Exchange});
  return old;
}
void heddle_atomic_store(void* p, std::uint64_t value, std::uint32_t width, std::uint32_t order, std::uint32_t site) {
  perform({OperationKind::AtomicStore, p, width, order, site}, {&value, nullptr, nullptr, RmwKind::Exchange});
}
std::uint64_t heddle_atomic_rmw(void* p, std::uint64_t operand, std::uint32_t width, std::uint32_t kind,
                                std::uint32_t order, std::uint32_t site) {
  std::uint64_t old = 0;
  perform({OperationKind::AtomicRmw, p, width, order, site}, {&operand, nullptr, &old, static_cast<RmwKind>(kind)});
  return old;
}
std::uint64_t heddle_atomic_cas(void* p, std::uint64_t expected, std::uint64_t desired, std::uint32_t width,
                                std::uint32_t orders, std::uint32_t site) {
  std::uint64_t old = 0;
  perform({OperationKind::AtomicCompareExchange, p, width, orders, site}, {&desired, &expected, &old, RmwKind::Exchange});
  return old;
}
void heddle_atomic_load16(const void* p, void* result, std::uint32_t order, std::uint32_t site) {
  perform({OperationKind::AtomicLoad, p, 16, order, site}, {nullptr, nullptr, result, RmwKind::Exchange});
}
void heddle_atomic_store16(void* p, const void* value, std::uint32_t order, std::uint32_t site) {
  perform({OperationKind::AtomicStore, p, 16, order, site}, {value, nullptr, nullptr, RmwKind::Exchange});
}
void heddle_atomic_rmw16(void* p, const void* operand, void* old, std::uint32_t kind, std::uint32_t order,
                         std::uint32_t site) {
  perform({OperationKind::AtomicRmw, p, 16, order, site}, {operand, nullptr, old, static_cast<RmwKind>(kind)});
}
void heddle_atomic_cas16(void* p, const void* expected, const void* desired, void* old, std::uint32_t orders,
                         std::uint32_t site) {
  perform({OperationKind::AtomicCompareExchange, p, 16, orders, site}, {desired, expected, old, RmwKind::Exchange});
}

// The inline check of a function-local static. Set: what the initialisation did happened before. Not set: the call
// of __cxa_guard_acquire that follows decides, and is visible.
std::uint8_t heddle_guard_load(const void* p, std::uint32_t site) {
  ToolScope tool;
  const std::uint8_t set = *static_cast<const std::uint8_t*>(p);
  if (set) engine->immediate(guard_operation(OperationKind::OnceEnter, p, site));
  return set;
}

void heddle_fence(std::uint32_t order, std::uint32_t site) {
  ToolScope tool;
  engine->not_in_trial();
  engine->close_looks(engine->current);
  Operation op;
  op.kind = OperationKind::Fence;
  op.order = static_cast<MemoryOrder>(order);
  op.site = SiteId(site);
  engine->observers.order(engine->current, Edge{EdgeKind::Fence, op.order, ObjectId{}});
  engine->observers.performed(engine->current, op, 0);
}

void heddle_branch(std::uint32_t number) {
  ToolScope tool;
  if (engine->log != nullptr) engine->log->branch(engine->current, number);
}

// An address-taken local variable.
void heddle_stack_begin(const void* p, std::uint64_t size, std::uint32_t variable) {
  ToolScope tool;
  engine->not_in_trial();
  engine->slot_begins(reinterpret_cast<Address>(p), size);
  engine->observers.variable_begins(reinterpret_cast<Address>(p), size, variable);
}
void heddle_parameter_begin(const void* p, std::uint64_t size, std::uint32_t variable) {
  ToolScope tool;
  engine->not_in_trial();
  engine->storage.release(reinterpret_cast<Address>(p), size);
  engine->observers.variable_begins(reinterpret_cast<Address>(p), size, variable);
}
void heddle_stack_end(const void* p, std::uint64_t size, std::uint32_t site) {
  ToolScope tool;
  engine->not_in_trial();
  engine->slot_ends(reinterpret_cast<Address>(p), size, SiteId(site));
  // As a freed block is: what it held is no part of a state. (Not in slot_ends, where libraries may use these bytes.)
  if (engine->compares_states && in_stacks(reinterpret_cast<Address>(p))) std::memset(const_cast<void*>(p), 0, size);
}

// The registers that were saved on entry, and the caller's arguments above them. How many there are nobody tells us.
void heddle_arguments_begin(const void* list) {
  engine->not_in_trial();
  struct {
    std::uint32_t general, floating;
    Address on_stack, registers;
  } arguments;
  std::memcpy(&arguments, list, sizeof arguments);
  constexpr std::size_t kRegisters = 6 * 8 + 8 * 16, kOnStack = 1024;
  if (!in_stacks(arguments.on_stack) || !in_stacks(arguments.registers)) return;
  ToolScope tool;
  engine->storage.release(arguments.registers, kRegisters);
  engine->storage.release(arguments.on_stack, kOnStack);
}

void heddle_read_outside(const void* p, std::uint64_t bytes, std::int64_t offset, std::uint64_t size,
                         std::uint32_t variable, std::uint32_t site) {
  ToolScope tool;
  engine->not_in_trial();
  engine->outside({engine->current, AccessKind::Read, reinterpret_cast<Address>(p), bytes, SiteId(site)}, {offset, size, variable});
}
void heddle_write_outside(const void* p, std::uint64_t bytes, std::int64_t offset, std::uint64_t size,
                          std::uint32_t variable, std::uint32_t site) {
  ToolScope tool;
  engine->not_in_trial();
  engine->outside({engine->current, AccessKind::Write, reinterpret_cast<Address>(p), bytes, SiteId(site)}, {offset, size, variable});
}

void heddle_read_leap(const void* origin, const void* p, std::uint64_t bytes, std::uint32_t site) {
  leap<AccessKind::Read>(origin, p, bytes, site);
}
void heddle_write_leap(const void* origin, const void* p, std::uint64_t bytes, std::uint32_t site) {
  leap<AccessKind::Write>(origin, p, bytes, site);
}

// A thread may also be meant to end by cancellation.
void heddle_runs_forever() {
  if (engine->image.cancels_threads || engine->in_trial()) return;
  ToolScope tool;
  engine->comes_round();
}
void heddle_external_call(std::uint32_t index, std::uint32_t) {
  engine->not_in_trial();
  engine->close_looks(engine->current);
  engine->outside_call(engine->image.external_calls[index]);
}
void heddle_external_pointer(const void* p) { engine->external_pointer(reinterpret_cast<Address>(p)); }
const void* heddle_indirect_call(const void* function) {
  return reinterpret_cast<const void*>(engine->indirect_callee(reinterpret_cast<Address>(function)));
}
void heddle_refused(const char* what, std::uint32_t site) {
  ToolScope tool;
  engine->refuse_at_users_line(what, SiteId(site));
}
void heddle_undefined(const char* what, std::uint32_t signal, std::uint32_t site) {
  ToolScope tool;
  Failure failure(BugKind::Crash, engine->current, SiteId(site), 0, what);
  failure.signal = std::string("SIG") + sigabbrev_np(static_cast<int>(signal));
  engine->fail(std::move(failure));
}
void heddle_decides(std::uint64_t value) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  engine->decisions = std::rotl((engine->decisions ^ value) * kOdd, 29);
}
void heddle_uninitialised(std::uint32_t site, std::uint32_t copied) {
  ToolScope tool;
  engine->not_in_trial();
  if (copied == 0)  // comes back if nobody asked for it
    engine->report(Failure(BugKind::Memory, engine->current, SiteId(site), 0,
                           "use of a variable that was never written, or copied from one that was not"));
  engine->assume(Assumption::Uninitialised);
}
}
