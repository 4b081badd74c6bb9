// Everything that depends on the kind of an operation alone, in one table: operation_kinds.def has a row for each kind,
// the columns are the fields of OperationTraits. Who wants to know something of a kind looks it up here and compares no
// kinds; where different kinds need different code, a switch over a column says which, without a default, so that the
// compiler names what a new value lacks.
//
// A field without a default has to stand in every row (-Wmissing-field-initializers). The others may be left out: their
// defaults are what an operation does that is nothing special.
//
// Main functions: traits(); below it what is derived from several columns.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "model/role.h"

namespace heddle {

enum class OperationKind : std::uint8_t {
#define OPERATION(kind, ...) kind,
#include "model/operation_kinds.def"
#undef OPERATION
};

// ---- the columns -------------------------------------------------------------------------------------------------

// What Operation::object names.
enum class Operand : std::uint8_t {
  Nothing,
  Thread,
  Mutex,
  Condition,
  RwLock,
  Semaphore,
  Barrier,
  Once,
  Futex,
  Channel,       // or a file, a descriptor, ...: what src/library keeps of the world outside
  Memory,        // bytes of the program
  SeveralLocks,  // the first of them
  Text,
};

// What Operation::argument names.
enum class ArgumentIs : std::uint8_t {
  Number,    // or nothing
  Mutex,     // its address: of a wait on a condition
  Set,       // of bytes or locks, by the number that the machine gave it
  LookedAt,  // a second object
  AddedTo,   // a second object
  Changed,   // a second object
};

// What an operation does to the life of its synchronisation object.
enum class Life : std::uint8_t { Uses, Begins, Ends };

// Which locks the thread holds more or less if it succeeds: its object, or the mutex that is its argument.
enum class LockEffect : std::uint8_t { Keeps, Takes, TakesShared, TakesAll, Releases };

// An access to the program's memory.
enum class MemoryUse : std::uint8_t { NoAccess, AtomicRead, AtomicWrite, AtomicReadWrite, PlainRead, PlainWrite };

// Does it come with a memory order of the C++ kind?
enum class Ordering : std::uint8_t { Fixed, Given };

// How it uses the memory of its synchronisation object.
enum class ObjectWord : std::uint8_t {
  Written,
  WrittenBefore,  // it takes effect: from then on another thread may free the object
  Readable,       // is enough: it may find nothing to change
  Untouched,
};

// What it may have to wait for: when it is not enabled.
enum class Waits : std::uint8_t {
  Never,
  ForMutex,           // to be free
  ToRead,             // for writers
  ToWrite,            // for readers and writers
  ForWakeUp,          // or the end of the time limit
  ForWakeUpAndMutex,  // the same, and for the mutex
  ForCount,           // of a semaphore
  ForGeneration,      // of a barrier to be complete
  ForInitialiser,     // who runs it to end
  ForThread,          // to end
  ForLocks,           // all of them to be free
  ForWord,            // of the program's memory not to be zero
  ForOneWord,         // of several
  ForChange,          // of what it has read
  Forever,            // it is never enabled
  ForStart,           // there is nothing that the thread is about to do
};

// May it come back without what it wanted?
enum class Limit : std::uint8_t { NoLimit, Tries, Timed };

// How many results it can have in one state.
enum class Outcomes : std::uint8_t {
  One,
  HeldForAMoment,  // a second one where a std::lock may hold the lock that is tried
  WhichWaiter,     // wakes one of several
  WhichWaiters,    // some of several
  EndOfWait,       // woken, timed out, or for no reason
  Chosen,          // as many as its argument says
  OverOrNot,       // the wait of the thread that it cancels
};

// With which other operations it may be dependent.
enum class Reach : std::uint8_t { ByRole, Everything };

// What the clocks of a search make of it where it happens silently.
enum class Silently : std::uint8_t { Unnoticed, Creates, Joins, Enters, Releases };

// What is special about a request of cancellation that finds the thread in it.
enum class Cancelled : std::uint8_t { Ends, MayReturn };  // MayReturn: what it waits for may be there

// What it tells about a round of a loop that has had nothing to do so far (machine/spin_wait.cpp).
enum class InBarrenRound : std::uint8_t { Ends, Looks, Tries, Writes, Locks, Waits };

// What a scheduler by priorities does with it.
enum class Turn : std::uint8_t { Kept, GivenAway };

// What Optimal DPOR may do with it (search/optimal.cpp): what the oracle has confirmed.
enum class Planning : std::uint8_t { Unplanned, Planned };     // can whole sequences with it be planned?
enum class InPlan : std::uint8_t { AnyOutcome, SameOutcome };  // with which outcome it stands in them
enum class Reversed : std::uint8_t {  // is it certain to be possible, and the same, before the step that it races with?
  Unsure,
  Possible,   // if it is no cancellation point
  IfSame,     // it finds the value that the step found
  IfFree,     // the step took the mutex
  IfEntered,  // the step entered the once
};
struct Plans {
  Planning planning = Planning::Unplanned;
  InPlan outcome = InPlan::AnyOutcome;
  Reversed reversed = Reversed::Unsure;
};

// What its result says, if it is not zero.
enum class ResultMeans : std::uint8_t { Error, Value };

// Reports: is it a step of the interleaving that helps to understand, and can it order its thread with another one?
enum class InTable : std::uint8_t { Shown, Hidden };
enum class Orders : std::uint8_t { Threads, NoThreads };

struct OperationTraits {
  const char* name;              // in messages
  const char* verb;              // in reports; "{}" or "{0}": the object, "{1}": the mutex that is the argument
  const char* failed = nullptr;  // the verb of one that came back with an error, where that is worth other words
  Operand object;
  ArgumentIs argument = ArgumentIs::Number;
  Life life = Life::Uses;
  LockEffect locks = LockEffect::Keeps;
  MemoryUse memory = MemoryUse::NoAccess;
  Ordering order = Ordering::Fixed;
  ObjectWord word = ObjectWord::Written;
  Waits waits;
  Limit limit = Limit::NoLimit;
  Outcomes outcomes = Outcomes::One;
  Role role;
  Reach reach = Reach::ByRole;
  Silently silently = Silently::Unnoticed;
  Cancelled cancelled = Cancelled::Ends;
  InBarrenRound in_barren_round = InBarrenRound::Ends;
  Turn turn = Turn::Kept;
  Plans plans = {};
  ResultMeans result = ResultMeans::Error;
  InTable in_table = InTable::Shown;
  Orders orders = Orders::Threads;
};

// ---- the table ---------------------------------------------------------------------------------------------------

inline constexpr auto kOperations = [] {
  using enum Operand;
  using enum LockEffect;
  using enum MemoryUse;
  using enum Waits;
  using enum Limit;
  using enum Outcomes;
  using enum Planning;
  using enum InPlan;
  using enum Reversed;
  return std::to_array<OperationTraits>({
#define OPERATION(kind, ...) {__VA_ARGS__},
#include "model/operation_kinds.def"
#undef OPERATION
  });
}();
inline constexpr std::size_t kOperationKinds = kOperations.size();

constexpr const OperationTraits& traits(OperationKind kind) { return kOperations[static_cast<std::size_t>(kind)]; }

// One column as an array of its own, of a byte or a pointer a kind: what is asked in every step stays in one or two
// lines of the cache.
template <auto field>
inline constexpr auto kColumn = [] {
  std::array<std::remove_cvref_t<decltype(kOperations[0].*field)>, kOperationKinds> column{};
  for (std::size_t i = 0; i < kOperationKinds; ++i) column[i] = kOperations[i].*field;
  return column;
}();
template <auto field>
constexpr auto column(OperationKind kind) {
  return kColumn<field>[static_cast<std::size_t>(kind)];
}

constexpr const char* name_of(OperationKind k) { return traits(k).name; }
constexpr Operand operand_of(OperationKind k) { return column<&OperationTraits::object>(k); }
constexpr LockEffect lock_effect(OperationKind k) { return column<&OperationTraits::locks>(k); }
constexpr MemoryUse memory_use(OperationKind k) { return column<&OperationTraits::memory>(k); }
constexpr Waits waits_of(OperationKind k) { return column<&OperationTraits::waits>(k); }
constexpr Outcomes outcomes_of(OperationKind k) { return column<&OperationTraits::outcomes>(k); }
constexpr Role role_of(OperationKind k) { return column<&OperationTraits::role>(k); }

// ---- what follows from several columns, or from one in other words -------------------------------------------------

constexpr bool begins_object(OperationKind k) { return column<&OperationTraits::life>(k) == Life::Begins; }
constexpr bool ends_object(OperationKind k) { return column<&OperationTraits::life>(k) == Life::Ends; }
constexpr bool begins_or_ends_object(OperationKind k) { return column<&OperationTraits::life>(k) != Life::Uses; }

constexpr bool is_memory_access(OperationKind k) { return memory_use(k) != MemoryUse::NoAccess; }
constexpr bool is_plain_access(OperationKind k) { return memory_use(k) >= MemoryUse::PlainRead; }
constexpr bool is_atomic_access(OperationKind k) { return is_memory_access(k) && !is_plain_access(k); }
constexpr bool may_write(OperationKind k) {
  const MemoryUse use = memory_use(k);
  return is_memory_access(k) && use != MemoryUse::AtomicRead && use != MemoryUse::PlainRead;
}

constexpr bool takes_one_lock(OperationKind k) {
  return lock_effect(k) == LockEffect::Takes || lock_effect(k) == LockEffect::TakesShared;
}
constexpr bool is_lock(Operand o) { return o == Operand::Mutex || o == Operand::RwLock; }
constexpr bool has_limit(OperationKind k) { return column<&OperationTraits::limit>(k) != Limit::NoLimit; }
// A lock that is tried, or taken with a time limit.
constexpr bool may_give_up(OperationKind k) { return has_limit(k) && takes_one_lock(k); }
// A wait on a condition, either half.
constexpr bool has_mutex(OperationKind k) { return column<&OperationTraits::argument>(k) == ArgumentIs::Mutex; }
// Its object or, at the end of a wait, its argument.
constexpr bool takes_mutex(OperationKind k) {
  return lock_effect(k) == LockEffect::Takes && (operand_of(k) == Operand::Mutex || has_mutex(k));
}

// ---- what rows must not contradict ---------------------------------------------------------------------------------

constexpr bool is_consistent(const OperationTraits& t) {
  const bool accesses = t.memory != MemoryUse::NoAccess;
  const bool of_object = t.object >= Operand::Mutex && t.object <= Operand::Channel;
  return t.name != nullptr && t.verb != nullptr && (!accesses || t.object == Operand::Memory) &&
         accesses == (t.role == Role::MemoryRead || t.role == Role::MemoryWrite) &&
         (t.life == Life::Uses || of_object) &&
         // What waits is never one that gives up instead, and only a lock or a mutex is taken.
         (t.limit == Limit::NoLimit || t.waits == Waits::Never) &&
         (t.locks == LockEffect::Keeps || is_lock(t.object) || t.argument == ArgumentIs::Mutex ||
          t.argument == ArgumentIs::Set) &&
         (t.outcomes != Outcomes::HeldForAMoment || t.limit != Limit::NoLimit) &&
         (t.reach == Reach::ByRole || t.role == Role::Nothing);
}
static_assert([] {
  for (const OperationTraits& row : kOperations)
    if (!is_consistent(row)) return false;
  return true;
}());

}  // namespace heddle
