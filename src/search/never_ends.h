// What a program may do forever from here: a plain walk through all states that follow, for a machine that compares
// states. It is how a livelock is seen to be one, by a search that suspects it and by a replay.
//
// Two kinds. There is no way to an end at all, and some thread goes on without ever coming round a loop that has no
// exit: from no state of these can it leave the loop in which it is (AbstractMachine::livelock). What counts is where a
// thread goes round: that a loop further out has no exit makes it no server. Or there are ways out, but also a fair
// cycle in which nobody gets anywhere (fair_cycles.h).
//
// Main function: look_ahead.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "machine/abstract_machine.h"

namespace heddle {

struct Forever {
  Schedule way;                    // from here to the cycle; empty: this state is on it
  Schedule round;                  // once round the cycle: everybody who runs takes a step
  std::vector<ThreadId> stuck;     // there is no way out, and they never leave their loops; in thread order
  std::vector<ThreadId> retrying;  // each would get out if the others let it; empty: there is no way out
};

struct Ahead {
  bool is_known = false;           // false: there are too many states, or one with a failure
  std::optional<Forever> forever;  // in a livelock
};

inline constexpr std::size_t kMostStatesAhead = 100'000;
// For the verdict, where it is not known.
inline constexpr const char* kTooManyAhead = "threads may get in each other's way forever: too many states to tell";

// The machine is where it was.
Ahead look_ahead(AbstractMachine& machine, std::size_t most_states);

// What is wrong with that, if anything is. The machine is at the first state of `round`.
std::optional<Failure> livelock_of(const AbstractMachine& machine, const Forever& forever);
// The same where the machine is at the first state of `way`, where it is afterwards, too.
std::optional<Failure> livelock_ahead(AbstractMachine& machine, const Forever& forever);

}  // namespace heddle
