// Loops that wait. A thread that goes round a loop without changing anything is blocked until something it read in the
// last round is different: that makes spin loops finite, and every search sees a spin lock as the lock it is.
//
// Instrumented code calls heddle_back_edge once per round of every loop that is not provably finite. As long as the
// thread has done nothing visible since the last round, that is a counter (an assembly stub, spin.cpp). Otherwise the
// round is watched: every read is noted with its value, every write with the value before. At the next back edge of
// the same loop, in the same frame, the thread spins iff its registers and stack are what they were a round ago, every
// written byte holds what it held before, and nothing else happened (no choice, no successful synchronisation, no
// call that may have changed something we do not see). It then waits for a change of what it read: by value, so a
// change that is undone before the thread runs again is no change; it would only have gone round once more.
//
// A round may take and release mutexes (`lock; look; unlock; again`): what it saw under them counts, not that it had
// them. It must not wait where it holds one that a round lets go of. And it may read the clock: round_time.h.
//
// A loop around a timed wait for a condition (or around any such wait, with --spurious-wakeups) goes round with nobody
// waking it. If such a round was pure, another one that ends by itself would be the same again: the next wait is marked
// barren, and ends by itself only if something that the round read has changed. (What it wrote before the wait and will
// undo, such as the count of the shared_ptr that std::condition_variable_any copies, must be what it was at the wait of
// the round before.) The round also held the mutex for a moment: a thread that has come to a trylock, timed lock or
// destroy of it since may want to see that, once. (So it is with the mutexes of a spin.)
//
// A loop without visible operations that is no pure spin is computation: it gets a scheduling point per budget (so
// that `while (!done) i++` lets others run) and past a second budget the run ends inconclusive, naming the loop.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "machine/thread_record.h"
#include "support/stable_pool.h"

namespace heddle {

// Distinct sets of bytes or locks that threads have waited for; an index stands for a set in Operation::argument.
class ByteSets {
 public:
  using Bytes = std::vector<std::pair<Address, std::uint32_t>>;
  std::uint64_t intern(Bytes bytes);
  std::span<const std::pair<Address, std::uint32_t>> operator[](std::uint64_t i) const { return sets_[i]; }

 private:
  std::map<Bytes, std::uint64_t> index_;
  std::vector<Bytes> sets_;
};

std::uint64_t read_value(Address a, std::uint32_t width);

// Noted on behalf of the thread whose round this is. All are no-ops while the round is not watched.
void note_read(SpinRound& round, Address a, std::uint64_t size, std::uint64_t value);
void note_write(SpinRound& round, Address a, std::uint64_t size, std::uint64_t before);
void note_atomic_write(SpinRound& round, Address a, std::uint64_t size, std::uint64_t before, std::uint64_t after);
void note_lock(SpinRound& round, Address mutex, std::uint32_t depth_before);
inline void note_effect(SpinRound& round) { round.pure = false; }

// The thread stops, others may run: what it finds later in a place that it wrote is its own if it left it there.
void note_pause(SpinRound& round);

// The round begins to wait for a condition: what the thread has changed so far and will undo is so in each round.
void note_wait(SpinRound& round);

// Does the thread that waits with this round have something to look at? `waiting`: for a condition, in mid-round.
bool changed_since_read(const SpinRound& round, bool waiting = false);

// A barren thread is about to do this: does the mark still hold?
void keep_barren(ThreadRecord& record, const SpinRound& round, const Operation& next);

inline constexpr std::uint32_t kFirstLoopBudget = 20'000;   // rounds before a loop is looked at at all
inline constexpr std::uint32_t kLoopPointEvery = 1u << 24;  // rounds between scheduling points
inline constexpr std::uint32_t kMaxLoopPoints = 16;         // then the run is inconclusive

}  // namespace heddle

extern "C" {
extern std::uint32_t heddle_loop_rounds;   // counted by heddle_back_edge
extern std::uint32_t heddle_loop_trigger;  // at this many it calls heddle_back_edge_slow
}
