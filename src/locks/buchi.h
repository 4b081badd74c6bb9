// Formulas as Büchi automata, by the tableau of Gerth, Peled, Vardi, Wolper ("Simple on-the-fly automatic verification
// of linear temporal logic", PSTV 1995, figure 1), with one counter for its sets of accepting states.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "locks/formula.h"

namespace heddle::locks {

// It reads words of letters; a letter is a set of atoms. In a state it reads a letter that has what the state requires
// and lacks what it forbids, and moves on. Accepted are words on which it can go on forever through accepting states.
struct Buchi {
  struct State {
    std::uint64_t requires_atoms = 0, forbids_atoms = 0;
    std::vector<std::uint32_t> next;
    bool accepting = false;
    bool reads(std::uint64_t letter) const { return (requires_atoms & ~letter) == 0 && (forbids_atoms & letter) == 0; }
  };
  std::vector<State> states;
  std::vector<std::uint32_t> initial;
};

// None if it would have more states than that.
std::optional<Buchi> automaton(const Formula&, FormulaId, std::size_t most_states = 20000);

}  // namespace heddle::locks
