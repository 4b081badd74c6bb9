// LTL\X on one thread (Kahlon, section 4): does every computation of the thread satisfy a formula?
//
// A computation is read as the sequence of its steps: at each step an atom holds if the edge that is taken is among its
// places, or if its lock is held before the step. A thread that has ended repeats a last step at no place, forever. A
// thread alone stands for the thread among others (proposition 2), as far as it is not blocked forever: computations in
// which it is are not looked at.
//
// The product of the thread's pushdown system with the Büchi automaton of the negation has an accepting run iff a head
// (control and top of the stack) can repeat itself by way of an accepting state (Esparza, Hansel, Rossmanith, Schwoon
// 2000). Heads and how they lead to one another, over calls that return and calls that do not, are read off post*.
//
// Main function: check_ltl.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "locks/analysis.h"
#include "locks/findings.h"
#include "locks/formula.h"
#include "locks/program.h"

namespace heddle::locks {

// What an atom of the formula means.
struct AtomMeaning {
  std::vector<Place> places;   // it holds at steps over these edges
  std::optional<LockId> held;  // and at steps with this lock held
};

struct LtlAnswer {
  enum class Verdict : std::uint8_t { kHolds, kViolated, kUnknown };
  Verdict verdict = Verdict::kHolds;
  // If violated: a computation that does not satisfy the formula. The participant of the steps is 0. Each round of the
  // loop may leave calls open. An empty loop: the thread has ended.
  std::vector<Step> stem, loop;
  std::string why;  // if unknown
};

// `meanings` are those of formula.atoms.
LtlAnswer check_ltl(const Program&, ThreadId, const Formula&, const std::vector<AtomMeaning>& meanings,
                    const Limits& = {});

}  // namespace heddle::locks
