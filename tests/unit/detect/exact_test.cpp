// Every exact detector, by its name, against the literal happens-before of NaiveDetector on random executions.
//
//   listing    each access completes exactly the oracle's races, byte by byte
//   first      a reported race is one of the oracle's; the first race on a byte is reported where it happens
//   wandering  saves, restores and excursions change nothing
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "detect/naive.h"
#include "detect/registry.h"
#include "trace.h"

namespace heddle::test {
namespace {

class RandomTraces : public testing::TestWithParam<const char*> {
 protected:
  std::unique_ptr<RaceDetector> make(Journal& journal, bool list) {
    return make_detector(GetParam(), journal, DetectorOptions{.list_all = list});
  }
};

using Pairs = std::set<std::tuple<Address, std::uint32_t, std::uint16_t, AccessKind>>;  // byte, earlier access

Pairs pairs_of(std::span<const Race> races) {
  Pairs pairs;
  for (const Race& r : races)
    for (std::uint64_t i = 0; i < r.earlier.size; ++i)
      pairs.emplace(r.earlier.address + i, r.earlier.site.value, r.earlier.thread.value, r.earlier.kind);
  return pairs;
}

struct Tally {
  unsigned traces = 0, racy = 0, races = 0;
};

void compare_listing(const std::vector<Event>& trace, RaceDetector& detector, Tally& tally) {
  Journal journal;
  NaiveDetector naive(journal, true);
  bool racy = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    SCOPED_TRACE("event " + std::to_string(i));
    const bool expected = feed(naive, trace[i]).has_value();
    const bool found = feed(detector, trace[i]).has_value();
    if (trace[i].what != Event::What::Access) continue;
    const Pairs truth = pairs_of(naive.races());
    ASSERT_EQ(truth, pairs_of(detector.races()));
    ASSERT_EQ(found, !truth.empty());
    if (!racy) {
      ASSERT_EQ(expected, found);
    }
    racy |= found;
    tally.races += static_cast<unsigned>(truth.size());
  }
  ++tally.traces;
  tally.racy += racy;
}

TEST_P(RandomTraces, ListsTheRacesOfTheOracle) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 9000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Journal journal;
    const auto detector = make(journal, true);
    compare_listing(make_trace(seed, flavour_for(seed), 80, seed % 3 == 0 ? 0 : 95), *detector, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.racy, tally.traces / 3);
  EXPECT_LT(tally.racy, tally.traces);
  EXPECT_GT(tally.races, 10000U);
}

TEST_P(RandomTraces, ListsTheRacesOfRanges) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Journal journal;
    const auto detector = make(journal, true);
    compare_listing(make_trace(seed, flavour_of_ranges(seed), 50, seed % 3 == 0 ? 0 : 95), *detector, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.races, 1000U);
}

void compare_first(const std::vector<Event>& trace, RaceDetector& detector, Tally& tally) {
  Journal journal;
  NaiveDetector naive(journal);
  std::set<Address> raced;
  bool racy = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    SCOPED_TRACE("event " + std::to_string(i));
    feed(naive, e);
    const std::optional<Race> race = feed(detector, e);
    if (e.what == Event::What::Fresh)
      raced.erase(raced.lower_bound(e.access.address), raced.lower_bound(e.access.address + e.access.size));
    if (e.what != Event::What::Access) continue;
    const Pairs truth = pairs_of(naive.races_of_last_access());
    if (race) {
      for (const auto& pair : pairs_of({&*race, 1})) ASSERT_TRUE(truth.count(pair));
      ASSERT_EQ(race->later.site, e.access.site);
      ASSERT_GT(race->earlier.size, 0U);
      ++tally.races;
    }
    bool news = false;
    for (const auto& pair : truth) news |= raced.insert(std::get<0>(pair)).second;
    if (news) {
      ASSERT_TRUE(race);
    }
    racy |= news;
  }
  ++tally.traces;
  tally.racy += racy;
}

TEST_P(RandomTraces, FindsTheFirstRaceOfEachByte) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 9000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Journal journal;
    const auto detector = make(journal, false);
    compare_first(make_trace(seed, flavour_for(seed), 90, seed % 3 == 0 ? 0 : 97), *detector, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.racy, tally.traces / 3);
  EXPECT_LT(tally.racy, tally.traces);
}

TEST_P(RandomTraces, FindsTheFirstRaceInRanges) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Journal journal;
    const auto detector = make(journal, false);
    compare_first(make_trace(seed, flavour_of_ranges(seed), 50, seed % 3 == 0 ? 0 : 95), *detector, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.races, 100U);
}

// ---- backtracking ----

Pairs answer(RaceDetector& d, const Event& e) {
  const std::optional<Race> race = feed(d, e);
  return race ? pairs_of({&*race, 1}) : Pairs{};
}

// The trace with saves and restores strewn in: excursions into another trace and repetitions of stretches.
void wander(RaceDetector& d, Journal& journal, const std::vector<Event>& trace, const std::vector<Event>& elsewhere,
            const std::vector<Pairs>& expected, std::uint64_t seed) {
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

TEST_P(RandomTraces, BacktrackingChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 2500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Flavour flavour = seed % 5 == 0 ? flavour_of_ranges(seed) : flavour_for(seed);
    const std::vector<Event> trace = make_trace(seed, flavour, 70, 90);
    const std::vector<Event> elsewhere = make_trace(seed + 1'000'000, flavour, 70, 30);
    std::vector<Pairs> expected;
    {
      Journal journal;
      journal.set_recording(false);
      const auto straight = make(journal, false);
      for (const Event& e : trace) expected.push_back(answer(*straight, e));
    }
    Journal journal;
    const auto detector = make(journal, false);
    wander(*detector, journal, trace, elsewhere, expected, seed);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Exact, RandomTraces, testing::Values("vector-clock", "goldilocks", "summary"), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace heddle::test
