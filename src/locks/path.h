// Concrete paths of one thread, read off the derivations of its facts: from the start of the thread to a point, step by
// step. Calls of neutral procedures are single steps, except on the way to a place inside one.
//
// Main functions: path_to, call_chain.
#pragma once
#include <optional>
#include <vector>

#include "locks/behaviour.h"
#include "locks/findings.h"

namespace heddle::locks {

struct PathStep {
  Step step;                       // its participant is not set
  const FlowStep* flow = nullptr;  // null for returns
  std::vector<HeldLock> held;      // after it; only of steps that change it, see `changes`
  bool changes = false;
};
using Path = std::vector<PathStep>;

// None if it is longer than `longest` steps. `to`: the node at which the thread stands, inside the procedure of the
// point if that is neutral; none for points at the end of a thread.
std::optional<Path> path_to(const Behaviour&, const Behaviour::Point&, std::optional<Symbol> to, std::size_t longest);

// The calls that are open at the point, outermost first.
std::vector<Place> call_chain(const Behaviour&, const Behaviour::Point&);

}  // namespace heddle::locks
