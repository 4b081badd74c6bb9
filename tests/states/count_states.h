// How many states a program has: all that any interleaving leads to, without reduction. Stoller (2002, figure 4) counts
// them for transitions of one bytecode and for reduced ones; here the fine transitions are accesses to memory that
// several threads may reach, acquires and releases (--visible all), the reduced ones synchronisation (--visible sync).
// The detector may be on or off: what it knows is no part of a state.
//
// count_control_states counts pairs of control points, as figure 1 shows them for M_ex: of what the threads have come
// to without the values of variables. A control point is a source line: a thread that has begun a line finishes it
// before another thread goes on (so `x++` and the two releases of M_ex are one transition each, as in the paper).
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/image.h"
#include "model/options.h"

namespace heddle::states {

struct Counted {
  std::uint64_t states = 0, steps = 0;
  std::uint64_t bytes = 0;  // of the exact images of all states
  double seconds = 0;       // of processor time, for the walk with fingerprints alone
  std::string problem;      // a bug, a refusal, or more states than `most`; empty: none
};

// `detector`: "none" for none.
Counted count_states(const Image& image, Visibility visible, const std::string& detector, std::uint64_t most);

// Each state as the lines that the threads main/1 to main/N are at, 0 for one that has ended, among those in which all
// of them have been created.
std::set<std::vector<unsigned>> count_control_states(const Image& image, Visibility visible, unsigned threads);

}  // namespace heddle::states
