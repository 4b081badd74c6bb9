// What a run of the program goes by besides the options, and what changes from one round of a search to the next,
// between executions: the options themselves stay as they were given. A search begins again with more bytes visible,
// with races passed over, or with loops followed further (run/explore.cpp, run/deepening.cpp); a replay takes it from
// its file.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "model/bug.h"
#include "model/ignore.h"

namespace heddle {

struct Round {
  std::set<std::uint64_t> ignored_races;  // Failure::key() of those that an entry of --ignore covers
  std::vector<ByteRange> visible;         // accesses to these bytes are scheduling points
  LoopBound loop_bound;
  // Replay under a debugger: the bug is at the end of this many steps, and ends in heddle_bug_here() on its thread's
  // stack.
  std::optional<std::uint64_t> stop_at_step;

  // From now on these bytes are visible. False: they were already.
  bool see(const ByteRange& range) {
    for (const ByteRange& known : visible)
      if (known.begin <= range.begin && range.begin + range.size <= known.begin + known.size) return false;
    visible.push_back(range);
    return true;
  }
  bool sees(Address a, std::uint64_t size) const {
    for (const ByteRange& range : visible)
      if (a < range.begin + range.size && range.begin < a + size) return true;
    return false;
  }
};

// Nothing learned so far.
inline const Round kFirstRound{};

}  // namespace heddle
