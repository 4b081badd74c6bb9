// All interleavings of a small program of locks, by brute force, straight from the rules in program.h. It shares no
// code with the analyses: what they say is compared with what is found here.
#pragma once
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "locks/findings.h"
#include "locks/program.h"

namespace heddle::locks::oracle {

struct Explored {
  bool whole = true;                              // neither stacks nor the number of states reached their bounds
  std::set<std::pair<Place, Place>> together;     // two threads before these edges, in both orders
  std::set<std::pair<AccessId, AccessId>> races;  // the smaller one first
  // Cycles of waiting threads: where each waits and for which lock (none: a join). The smallest first. `minimal`:
  // nobody in it waits for another one than the next, too.
  using Cycle = std::vector<std::pair<Place, std::optional<LockId>>>;
  std::set<Cycle> cycles, minimal_cycles;
  bool not_nested = false;
};

Explored explore(const Program&, std::size_t most_states = 60000, std::size_t highest_stack = 5);

// Performs the schedule by the same rules; what is wrong, or nothing. Then all of `standing` must stand where they say,
// with what they hold.
std::string run(const Program&, const Schedule&, const std::vector<Standing>& standing);

Explored::Cycle smallest_first(Explored::Cycle);

}  // namespace heddle::locks::oracle
