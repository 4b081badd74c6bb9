// Loops that wait. A thread that goes round a loop without changing anything is blocked until something that it read or
// wrote in the last round is different: that makes spin loops finite, and every search sees a spin lock as the lock it
// is.
//
// Instrumented code calls heddle_back_edge once per round of every loop that is not provably finite, and
// heddle_loop_head instead if the loop may wait: at its head, so also on the way in. As long as the thread has done
// nothing visible since the last round, that is a counter (an assembly stub, spin.cpp). Otherwise the round is watched:
// every read is noted with its value, every write with the value before. At the next back edge of the same loop, in the
// same frame, the round came back iff registers and stack are what they were a round ago, every written byte holds what
// it held before, and nothing else happened (no choice, no successful synchronisation, no call that may have changed
// something we do not see). Then the thread waits: another such round would lead here again. By value, so a change that
// is undone before the thread runs again is no change; the thread would only have gone round once more. What it wrote
// counts as well as what it read: a heartbeat goes on when somebody has reset it.
//
// A round that came back may have changed something in between, and others may have seen that: a toggle. It is not
// a spin, but a round that nobody looked at can be left out (restless.cpp). Searches that cover everything follow
// nobody who has come back in vain (in_vain.cpp). A loop that comes back to a state of the whole program in which it
// was before is followed no further (loop_states.cpp), and one that does something new in each round only so far
// (endless.cpp).
//
// A round may take and release mutexes (`lock; look; unlock; again`): what it saw under them counts, not that it had
// them. But whoever has come to a trylock, timed lock or destroy of one of them since may want to see that, once. The
// thread must not wait where it holds one that a round lets go of; it goes on to where it takes the first of them. And
// a round may read the clock: round_time.h.
//
// A loop around a timed wait for a condition (or around any such wait, with --spurious-wakeups) goes round with nobody
// waking it. If such a round came back, another one that ends by itself would be the same again: the next wait is
// marked barren, and ends by itself only if something that the round read or wrote has changed. (What it wrote before
// the wait and will undo must be what it was at the wait of the round before.)
//
// A loop without visible operations that is no pure spin is computation: it gets a scheduling point per budget (so
// that `while (!done) i++` lets others run) and past a second budget the run ends inconclusive, naming the loop.
//
// Files: spin.cpp (rounds, and what is done at their end), spin_wait.cpp (waiting), round_blocks.cpp (rounds that
// allocate), restless.cpp, in_vain.cpp, later_look.cpp, loop_states.cpp, endless.cpp.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "machine/thread_record.h"
#include "support/invariant.h"
#include "support/stable_pool.h"

namespace heddle {

// Distinct sets of bytes or locks that threads have waited for; an index stands for a set in Operation::argument.
class ByteSets {
 public:
  using Bytes = std::vector<std::pair<Address, std::uint32_t>>;
  std::uint64_t intern(Bytes bytes);
  std::span<const std::pair<Address, std::uint32_t>> operator[](std::uint64_t i) const {
    HEDDLE_INVARIANT(i < sets_.size());
    return sets_[i];
  }

 private:
  std::map<Bytes, std::uint64_t> index_;
  std::vector<Bytes> sets_;
};

std::uint64_t read_value(Address a, std::uint32_t width);

// The cell of these bytes, or nullptr.
template <class Round>  // SpinRound, const or not
auto* find_cell(Round& round, Address a, std::uint64_t size, bool written) {
  for (std::uint32_t i = 0; i < round.count; i++) {
    auto& cell = round.cells[i];
    if (cell.address == a && cell.width == size && cell.written == written) return &cell;
  }
  return static_cast<decltype(&round.cells[0])>(nullptr);
}

// Noted on behalf of the thread whose round this is. All are no-ops while the round is not watched.
void note_read(SpinRound& round, Address a, std::uint64_t size, std::uint64_t value);
void note_write(SpinRound& round, Address a, std::uint64_t size, std::uint64_t before);
// Words that only operations on this object change: those are what a wait for them depends on.
void note_read_of(SpinRound& round, Address object, Address a, std::uint64_t size, std::uint64_t value);
void note_write_of(SpinRound& round, Address object, Address a, std::uint64_t size, std::uint64_t before);
void note_atomic_write(SpinRound& round, const Operation& op, std::uint64_t before, std::uint64_t after,
                       bool counts_references = false);
void note_lock(SpinRound& round, Address mutex, std::uint32_t depth_before);
// The thread has allocated a block, or is about to free one (round_blocks.cpp).
void note_allocated(SpinRound& round, Address block);
void note_freed(SpinRound& round, Address block);
inline bool is_own_block(const SpinRound& round, Address a) { return a >= round.own_heap && a < round.own_heap_end; }
// A stack as far as the program can tell it from others: of pointers into freed blocks it counts which of them point
// into the same one, and where in it.
std::span<const std::uint64_t> but_for_freed(std::span<const std::uint64_t> words, std::vector<std::uint64_t>& buffer);
inline void note_effect(SpinRound& round) { round.pure = false; }

void watch_blocks(SpinRound& round);  // a round begins
// The round has freed all that it has allocated, and the thread handles the exceptions that it handled before.
bool has_no_blocks(const SpinRound& round);

// The thread stops before this, others may run: what it finds later in a place that it wrote is its own if it left it
// there, and what it has changed can be seen.
void note_pause(SpinRound& round, const Operation& next);

// Another thread can see this cell of the running thread's round hold something else than when the round began.
void note_toggle(SpinRound& round, SpinRound::Cell& cell, bool counts_references);
// The running thread's round has stored here, atomically: the same as before, if it is to wait.
void note_beat(SpinRound::Cell& cell);
// Is there nothing new for the next round of this loop but that somebody has stored where it stores?
bool is_echo(const SpinRound& round);

// ---- waiting (spin_wait.cpp) ----
// The round begins to wait for a condition: what the thread has changed so far and will undo is so in each round.
void note_wait(SpinRound& round);
// Does the running thread hold one of the mutexes that its round takes or releases, beside this one?
bool holds_another(const SpinRound& round, Address mutex);
std::uint64_t depth_of(Address mutex);
// The round is over, came back, and there is nothing new to see: the thread waits here,
void wait_for_change(SpinRound& round, std::uint32_t site);
std::uint64_t wait_set(const SpinRound& round);  // in Engine::byte_sets: what is to change
// or on its way through the next round, where it waits for a condition or holds none of the mutexes.
void begin_transit(SpinRound& round);
// A barren thread is about to do this: does the mark still hold, and is this where it waits?
void keep_barren(ThreadRecord& record, SpinRound& round, Operation& next);
// Makes the operation one that waits for a change.
void name_wait_set(const SpinRound& round, Operation& op);
// Does the thread that waits with this round have something to look at? `waiting`: in mid-round.
bool changed_since_read(const SpinRound& round, bool waiting = false);

// The states in which a thread was at the heads of its loops, the latest ones (loop_states.cpp).
struct LoopStates {
  static constexpr unsigned kMax = 64;
  std::uint64_t keys[kMax];
  std::uint32_t count = 0;   // noted so far
  std::uint32_t rounds = 0;  // of loops that came back to where they were as far as the thread itself goes,
  std::uint32_t repeats = 0;  // and as far as globals and the heap go
};

// How often a thread has gone round its loops, those of the frames it is in (endless.cpp).
struct LoopCounts {
  static constexpr unsigned kMax = 8;
  struct Entry {
    Address stack_pointer;
    std::uint64_t run;  // Engine::runs at the last round
    std::uint32_t site;
    std::uint32_t rounds;
  };
  Entry entries[kMax];
  std::uint32_t count = 0;
};

inline constexpr std::uint32_t kFirstLoopBudget = 20'000;   // rounds before a loop is looked at at all
inline constexpr std::uint32_t kLoopPointEvery = 1u << 24;  // rounds between scheduling points
inline constexpr std::uint32_t kMaxLoopPoints = 16;         // then the run is inconclusive
inline constexpr std::uint32_t kEarlyLoopPoints = 14;  // more of them where states are compared: 2^10 rounds, 2^11, ...

}  // namespace heddle

extern "C" {
extern std::uint32_t heddle_loop_rounds;   // counted by heddle_back_edge
extern std::uint32_t heddle_loop_trigger;  // at this many it calls heddle_back_edge_slow
}
