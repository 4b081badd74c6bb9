// What the C++ standard says about a litmus program: every sequentially consistent interleaving is enumerated, and in
// each of them sequenced-before, synchronizes-with and happens-before are computed as [intro.races] and
// [atomics.order], [atomics.fences] define them. Nothing here is shared with the tool, and nothing is clever.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "program.h"

namespace litmus {

struct Rules {
  bool same_thread_continues = false;  // release sequences before C++20: later stores of the same thread belong to one
  bool weak_fails = false;             // compare_exchange_weak may fail though the value is the expected one
  // Wrong rules, to count the programs that would show an error in them.
  bool no_fences = false, no_sequences = false;
};

struct Place {  // of an operation in a program
  unsigned thread, operation;
  auto operator<=>(const Place&) const = default;
};

struct Meaning {
  std::set<std::pair<Place, Place>> races;  // over all interleavings; the smaller place first
  std::set<std::string> outputs;
  std::size_t interleavings = 0;
};

// Nothing: there are more than `most` interleavings.
std::optional<Meaning> meaning_of(const Program& program, const Rules& rules, std::size_t most);

}  // namespace litmus
