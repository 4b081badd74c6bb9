// Backtracking for any detector: a trace is fed with saves, restores and excursions strewn in, and each answer has to
// be the one that it gives when nothing of that happens.
#pragma once
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "trace.h"

namespace heddle::test {

using Pairs = std::set<std::tuple<Address, std::uint32_t, std::uint16_t, AccessKind>>;  // byte, earlier access

inline Pairs pairs_of(std::span<const Race> races) {
  Pairs pairs;
  for (const Race& r : races)
    for (std::uint64_t i = 0; i < r.earlier.size; ++i)
      pairs.emplace(r.earlier.address + i, r.earlier.site.value, r.earlier.thread.value, r.earlier.kind);
  return pairs;
}

inline Pairs answer(RaceDetector& d, const Event& e) {
  const std::optional<Race> race = feed(d, e);
  return race ? pairs_of({&*race, 1}) : Pairs{};
}

// The trace with saves and restores strewn in: excursions into another trace and repetitions of stretches.
inline void wander(RaceDetector& d, Journal& journal, const std::vector<Event>& trace,
                   const std::vector<Event>& elsewhere, const std::vector<Pairs>& expected, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  struct Save {
    Journal::Mark mark;
    std::size_t position;
  };
  std::vector<Save> saves;
  unsigned restores = 0;
  for (std::size_t i = 0; i < trace.size();) {
    if (below(4) == 0) {
      d.new_interval();
      saves.push_back({journal.mark(), i});
    }
    if (!saves.empty() && below(6) == 0 && restores < 60) {
      ++restores;
      const std::size_t back = below(3) == 0 ? below(saves.size()) : saves.size() - 1;
      if (below(2) == 0 && saves.back().position == i)
        for (std::size_t n = below(20); n > 0; --n) feed(d, elsewhere[below(elsewhere.size())]);
      journal.undo_to(saves[back].mark);
      i = saves[back].position;
      saves.resize(back + below(2));
      continue;
    }
    ASSERT_EQ(answer(d, trace[i]), expected[i]) << "event " << i << " of " << trace.size();
    ++i;
  }
}

}  // namespace heddle::test
