// The table of the dependency relation. relate() says how two roles on the same object (or on overlapping bytes) go
// together; footprint_of() says which roles an operation plays; relation() combines the two.
#include "search/dependency.h"

#include <algorithm>
#include <array>

#include "machine/abstract_machine.h"
#include "model/address_space.h"
#include "model/process_end.h"

namespace heddle {
namespace {

using enum Role;

constexpr bool between(Role r, Role first, Role last) { return r >= first && r <= last; }

// A std::lock makes itself felt only to those who do not wait until the lock is free. (Init and destroy are a misuse
// while it goes on.)
constexpr Relation relate_pass(Role other, Role tries, Role admin) {
  return other == tries || other == admin ? Relation::Racing : Relation::Independent;
}

constexpr Relation relate_mutex(Role a, Role b) {
  if (a == MutexPass || b == MutexPass) return relate_pass(a == MutexPass ? b : a, MutexTry, MutexAdmin);
  const bool both_need_it =
      (a == MutexRelease && (b == MutexRelease || b == MutexAcquire)) || (b == MutexRelease && a == MutexAcquire);
  return both_need_it ? Relation::NeverTogether : Relation::Racing;
}

constexpr Relation relate_condition(Role a, Role b) {
  // Who comes second finds nobody left to wake. (The threads that they wake compete for the mutex, that is all.)
  if (a == CondBroadcast && b == CondBroadcast) return Relation::Independent;
  return Relation::Racing;
}

constexpr bool is_rw_unlock(Role r) { return between(r, RwUnlock, RwWriteUnlock); }

constexpr Relation relate_rwlock(Role a, Role b) {
  if (a == RwPass || b == RwPass) return relate_pass(a == RwPass ? b : a, RwTryWrite, RwAdmin);
  if (a == RwAdmin || b == RwAdmin) return Relation::Racing;
  if (a == RwRead && b == RwRead) return Relation::Independent;
  // Two threads that both hold the lock both read.
  if (is_rw_unlock(a) && is_rw_unlock(b)) return Relation::Independent;
  const Role unlock = is_rw_unlock(a) ? a : b;
  const Role other = is_rw_unlock(a) ? b : a;
  if (!is_rw_unlock(unlock)) return Relation::Racing;
  if (other == RwWrite) return Relation::NeverTogether;
  if (other == RwRead && unlock == RwReadUnlock) return Relation::Independent;
  if (other == RwRead && unlock == RwWriteUnlock) return Relation::NeverTogether;
  return Relation::Racing;
}

constexpr Relation relate(Role a, Role b) {
  if (a == Storage || b == Storage) return a == Nothing || b == Nothing ? Relation::Independent : Relation::Racing;
  if (between(a, MutexAcquire, MutexAdmin) && between(b, MutexAcquire, MutexAdmin)) return relate_mutex(a, b);
  if (between(a, CondWait, CondAdmin) && between(b, CondWait, CondAdmin)) return relate_condition(a, b);
  if (between(a, RwRead, RwAdmin) && between(b, RwRead, RwAdmin)) return relate_rwlock(a, b);
  if (between(a, Semaphore, Once) && a == b) return Relation::Racing;
  if (between(a, MemoryRead, MemoryWrite) && between(b, MemoryRead, MemoryWrite))
    return a == MemoryWrite || b == MemoryWrite ? Relation::Racing : Relation::Independent;
  // Waiters are told apart by their thread, not by when they came: only waking notices the others.
  if (between(a, FutexWait, FutexWake) && between(b, FutexWait, FutexWake))
    return a == FutexWake || b == FutexWake ? Relation::Racing : Relation::Independent;
  // A send and a receive of one channel commute where both find what they need, but not where one of them waits for the
  // other or takes what it sent; a channel is one direction.
  if (between(a, ChannelLook, ChannelUse) && between(b, ChannelLook, ChannelUse))
    return a == b && a != ChannelUse ? Relation::Independent : Relation::Racing;
  return Relation::Independent;
}

constexpr std::size_t kRoles = static_cast<std::size_t>(kCount);
using Table = std::array<std::array<Relation, kRoles>, kRoles>;

constexpr Table make_table() {
  Table table{};
  for (std::size_t a = 0; a < kRoles; ++a)
    for (std::size_t b = 0; b < kRoles; ++b) table[a][b] = relate(static_cast<Role>(a), static_cast<Role>(b));
  return table;
}
constexpr Table kTable = make_table();

constexpr bool is_symmetric(const Table& table) {
  for (std::size_t a = 0; a < kRoles; ++a)
    for (std::size_t b = 0; b < kRoles; ++b)
      if (table[a][b] != table[b][a]) return false;
  return true;
}
static_assert(is_symmetric(kTable));

constexpr bool covers(Role a, Role b) {
  // A spinning thread (wakes) tells only reading from the rest.
  if (a == MemoryRead && b != MemoryRead) return false;
  for (std::size_t other = 0; other < kRoles; ++other)
    if (kTable[other][static_cast<std::size_t>(b)] != Relation::Independent &&
        kTable[other][static_cast<std::size_t>(a)] == Relation::Independent)
      return false;
  return true;
}
constexpr std::array<std::array<bool, kRoles>, kRoles> make_cover() {
  std::array<std::array<bool, kRoles>, kRoles> table{};
  for (std::size_t a = 0; a < kRoles; ++a)
    for (std::size_t b = 0; b < kRoles; ++b) table[a][b] = covers(static_cast<Role>(a), static_cast<Role>(b));
  return table;
}
constexpr auto kCovers = make_cover();
static_assert(kCovers[static_cast<std::size_t>(MemoryWrite)][static_cast<std::size_t>(MemoryRead)]);
static_assert(!kCovers[static_cast<std::size_t>(MemoryRead)][static_cast<std::size_t>(MemoryWrite)]);

// All that a footprint touches.
template <class F>
void for_each_part(const Footprint& f, F visit) {
  if (!f.locks) {
    for (const Footprint::Part& part : f.parts)
      if (part.role != Nothing) visit(part);
    return;
  }
  for (const auto& [address, kind] : f.bytes) {
    const Role of_mutex = f.begins ? MutexPass : MutexAcquire, of_rwlock = f.begins ? RwPass : RwWrite;
    visit(Footprint::Part{kind == kMutexWidth ? of_mutex : of_rwlock, 1, address});
  }
}

bool overlap(const Footprint::Part& a, const Footprint::Part& b) {
  return a.object < b.object + b.width && b.object < a.object + a.width;
}

// A spinning thread may wait for any object that it looked at, a mutex that it tried to lock included.
bool wakes(const Footprint& waiter, const Footprint& other) {
  if (other.begins) return false;  // that changes nothing yet
  bool found = false;
  for_each_part(other, [&](const Footprint::Part& part) {
    for (const auto& [address, width] : waiter.bytes)
      found |= ((part.role != MemoryRead && part.role != ChannelLook) || (width & kReadersWake) != 0) &&
               overlap(part, {part.role, width & ~kReadersWake, address});
  });
  return found;
}

}  // namespace

Signature signature_of(const Footprint& f) {
  constexpr unsigned kGranule = 16;
  constexpr Signature kEverything = ~Signature{0};
  if (f.exit || f.spin) return kEverything;
  Signature signature = 0;
  for_each_part(f, [&](const Footprint::Part& part) {
    const Address first = part.object / kGranule;
    const Address last = (part.object + part.width - 1) / kGranule;
    if (last - first > 8) signature = kEverything;
    for (Address g = first; g <= last && signature != kEverything; ++g)
      signature |= Signature{1} << (g * 0x9e3779b97f4a7c15u >> 32) % 63;
  });
  // A bit of its own for what touches nothing, or the exit would have nothing in common with a choice.
  return signature != 0 ? signature : Signature{1} << 63;
}

std::optional<std::uint64_t> byte_set_number(const Operation& operation) {
  if (traits(operation.kind).argument == ArgumentIs::Set) return operation.argument;
  if (waits_for_change(operation)) return operation.width - 1;
  return std::nullopt;
}

ByteSet byte_set_of(const AbstractMachine& machine, const Operation& operation) {
  const std::optional<std::uint64_t> number = byte_set_number(operation);
  return number ? machine.byte_set(*number) : ByteSet{};
}

// What is done to the second object.
static Role role_of_argument(OperationKind kind) {
  switch (column<&OperationTraits::argument>(kind)) {
    case ArgumentIs::LookedAt:
      return ChannelLook;
    case ArgumentIs::AddedTo:
      return ChannelAdd;
    case ArgumentIs::Changed:
      return ChannelUse;
    case ArgumentIs::Number:
    case ArgumentIs::Mutex:
    case ArgumentIs::Set:
      return Nothing;
  }
  return Nothing;
}

Footprint footprint_of(const Operation& operation, ByteSet bytes) {
  Footprint f;
  // What an atomic section does is not seen one by one: it goes together with nothing.
  f.exit = column<&OperationTraits::reach>(operation.kind) == Reach::Everything && !ends_unnoticed(operation);
  f.spin = waits_for_change(operation) || operation.kind == OperationKind::ChannelPoll;
  f.begins = operation.kind == OperationKind::LockAllBegin;
  f.locks = operand_of(operation.kind) == Operand::SeveralLocks;
  f.bytes = bytes;
  Footprint::Part& first = f.parts[0];
  first = {role_of(operation.kind), 1, operation.object};
  switch (first.role) {
    case MemoryRead:
    case MemoryWrite:
      first.width = operation.width;
      break;
    case Storage:
      first.width = static_cast<std::uint32_t>(std::min<std::uint64_t>(operation.argument, ~std::uint32_t{0}));
      break;
    case RwRead:
      if (operation.argument != 0) first.role = RwTryWrite;
      break;
    case Role::FutexWait:
      f.parts[1] = {MemoryRead, operation.width ? operation.width : 4, operation.object};
      break;
    case Role::CondWait:
      f.parts[1] = {MutexRelease, 1, operation.argument};
      break;
    case Role::CondReacquire:
      f.parts[1] = {MutexAcquire, 1, operation.argument};
      break;
    case Role::ChannelLook:
    case Role::ChannelAdd:
    case Role::ChannelUse:
      first.width = kChannelWidth;
      if (const Role second = role_of_argument(operation.kind); second != Nothing)
        f.parts[1] = {second, kChannelWidth, operation.argument};
      break;
    default:
      break;
  }
  return f;
}

Footprint footprint_of(const Transition& transition, ByteSet bytes) {
  Footprint f = footprint_of(transition.operation, bytes);
  if (transition.operation.kind == OperationKind::AtomicCompareExchange && !transition.wrote)
    f.parts[0].role = MemoryRead;
  return f;
}

Footprint footprint_of(const SilentOperation& operation) {
  Footprint f;
  f.parts[0] = {role_of(operation.kind), 1, operation.object};
  if (f.parts[0].role == Role::RwUnlock) f.parts[0].role = operation.shared ? RwReadUnlock : RwWriteUnlock;
  return f;
}

bool covers(const Footprint& a, const Footprint& b) {
  if (a.exit) return true;
  if (b.exit || b.spin || b.locks || a.locks) return false;
  for (const Footprint::Part& theirs : b.parts) {
    if (theirs.role == Nothing) continue;
    const auto covers_it = [&](const Footprint::Part& own) {
      return own.role != Nothing && own.object <= theirs.object &&
             theirs.object + theirs.width <= own.object + own.width &&
             kCovers[static_cast<std::size_t>(own.role)][static_cast<std::size_t>(theirs.role)];
    };
    if (!covers_it(a.parts[0]) && !covers_it(a.parts[1])) return false;
  }
  return true;
}

Relation relation(const Footprint& a, const Footprint& b) {
  if (a.exit || b.exit) return Relation::Racing;
  if ((a.spin && wakes(a, b)) || (b.spin && wakes(b, a))) return Relation::Racing;
  if (is_about_one_object(a) && is_about_one_object(b)) {  // nearly all are: without the loops for the others
    const Relation r = kTable[static_cast<std::size_t>(a.parts[0].role)][static_cast<std::size_t>(b.parts[0].role)];
    return r != Relation::Independent && overlap(a.parts[0], b.parts[0]) ? r : Relation::Independent;
  }
  Relation result = Relation::Independent;
  for_each_part(a, [&](const Footprint::Part& x) {
    for_each_part(b, [&](const Footprint::Part& y) {
      const Relation r = kTable[static_cast<std::size_t>(x.role)][static_cast<std::size_t>(y.role)];
      if (r == Relation::Independent || !overlap(x, y)) return;
      // One object that they cannot both have is enough.
      if (result != Relation::NeverTogether) result = r;
    });
  });
  return result;
}

namespace {

bool is_independent(Role a, Role b) {
  return kTable[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] == Relation::Independent;
}

// The second part of an operation on a condition is about a mutex that a MayTouch does not name. Nor does it say
// whether reading minds others who want the lock, and plays the role of RwTryWrite. One that waits does only where all
// who read do, which their footprints show, but for a std::lock.
bool may_depend(const Footprint& f, const MayTouch& touch) {
  Operation operation;
  operation.kind = touch.kind;
  if (may_give_up(touch.kind) && lock_effect(touch.kind) == LockEffect::TakesShared) operation.argument = kMindsReaders;
  operation.object = touch.begin;
  operation.width = 1;
  const Footprint other = footprint_of(operation);
  if (other.exit || other.locks) return true;
  const bool of_condition = other.parts[0].role == Role::CondWait || other.parts[0].role == Role::CondReacquire;
  for (const Footprint::Part& theirs : other.parts) {
    if (theirs.role == Nothing) continue;
    const bool anywhere = touch.size == 0 || (of_condition && &theirs == &other.parts[1]);
    auto meets = [&](Address begin, std::uint64_t width) {
      // Whatever is freed is no global variable.
      if (theirs.role == Storage && touch.size == 0) return begin - kProgramBase >= kGlobalsSize;
      return anywhere || (begin < touch.begin + touch.size && touch.begin < begin + width);
    };
    bool found = false;
    if (f.spin)
      for (const auto& [address, width] : f.bytes)
        found |= (theirs.role != MemoryRead || (width & kReadersWake) != 0) && meets(address, width & ~kReadersWake);
    for_each_part(f, [&](const Footprint::Part& part) {
      const bool noticed = part.role == RwPass && theirs.role == RwRead;
      found |= (noticed || !is_independent(part.role, theirs.role)) && meets(part.object, part.width);
    });
    if (found) return true;
  }
  return false;
}

}  // namespace

bool may_interfere(const Footprint& f, const MayDo* may_do) {
  if (f.exit || may_do == nullptr || may_do->everything) return true;
  for (const MayTouch& touch : may_do->touches)
    if (may_depend(f, touch)) return true;
  return false;
}

bool foresees(const MayDo* may_do, const Footprint& f) {
  if (may_do == nullptr || may_do->everything) return true;
  if (f.exit || f.locks) return may_interfere(Footprint{}, may_do);
  for (const Footprint::Part& part : f.parts)
    for (std::size_t role = 0; role < kRoles; ++role) {
      const auto theirs = static_cast<Role>(role);
      if (is_independent(part.role, theirs) || theirs == RwReadUnlock || theirs == RwWriteUnlock) continue;
      if (part.role == RwTryWrite && theirs == RwRead)
        continue;  // if it is one that reads, so are they: see may_depend
      Footprint other;
      for (const Address a : {part.object, part.object + part.width - 1}) {
        other.parts[0] = {theirs, 1, a};
        if (!may_interfere(other, may_do)) return false;
      }
    }
  return true;
}

bool dependent(const Operation& a, const Operation& b) { return dependent(footprint_of(a), footprint_of(b)); }
bool may_be_coenabled(const Operation& a, const Operation& b) {
  return may_be_coenabled(footprint_of(a), footprint_of(b));
}

}  // namespace heddle
