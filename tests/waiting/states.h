// What a program can do, by plain enumeration of its states: they are few. Shares no code with the tool, and knows
// nothing of waiting: a loop goes round, whatever it reads.
#pragma once
#include <cstddef>
#include <optional>
#include <set>
#include <string>

#include "program.h"

namespace waiting {

struct Meaning {
  std::set<unsigned> failing;     // numbers of the assertions that can fail
  std::set<std::string> outputs;  // of the executions that come to their end
  bool stuck = false;             // there is a state from which no execution comes to an end, or to a failing assertion
  std::size_t states = 0;
};

// Nothing if there are more states than this.
std::optional<Meaning> meaning_of(const Program& program, std::size_t most_states);

}  // namespace waiting
