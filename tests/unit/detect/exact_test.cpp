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
#include "detect/summary.h"
#include "trace.h"
#include "wander.h"

namespace heddle::test {
namespace {

class RandomTraces : public testing::TestWithParam<const char*> {
 protected:
  std::unique_ptr<RaceDetector> make(Journal& journal, bool list) {
    if (GetParam() == std::string_view("summary, sweeping"))  // as often as it can
      return std::make_unique<SummaryDetector>(journal, true, list, 1);
    return make_detector(GetParam(), journal, DetectorOptions{.list_all = list});
  }
};

struct Tally {
  unsigned traces = 0, racy = 0, races = 0, skipped = 0;
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
  for (std::uint64_t seed = 1; seed <= share_of(9000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Journal journal;
    const auto detector = make(journal, true);
    compare_listing(make_trace(seed, flavour_for(seed), 80, seed % 3 == 0 ? 0 : 95), *detector, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.racy, tally.traces / 3);
  EXPECT_LT(tally.racy, tally.traces);
  EXPECT_GT(tally.races, tally.traces);
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

// As the machine does: an access that adds nothing is not shown to the detector.
std::optional<Race> feed_news(RaceDetector& detector, const Event& e, Tally& tally) {
  const bool plain = e.access.kind == AccessKind::Read || e.access.kind == AccessKind::Write;
  if (e.what != Event::What::Access || !plain || e.access.size > 16 || !detector.adds_nothing(e.access))
    return feed(detector, e);
  ++tally.skipped;
  return std::nullopt;
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
    const std::optional<Race> race = feed_news(detector, e, tally);
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
  for (std::uint64_t seed = 1; seed <= share_of(9000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Journal journal;
    const auto detector = make(journal, false);
    compare_first(make_trace(seed, flavour_for(seed), 90, seed % 3 == 0 ? 0 : 97), *detector, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.racy, tally.traces / 3);
  EXPECT_LT(tally.racy, tally.traces);
  if (GetParam() != std::string("vector-clock")) {  // which has a path of its own: oracle_test.cpp
    EXPECT_GT(tally.skipped, tally.traces / 10);
  }
}

TEST_P(RandomTraces, FindsTheFirstRaceInRanges) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= share_of(600); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Journal journal;
    const auto detector = make(journal, false);
    compare_first(make_trace(seed, flavour_of_ranges(seed), 50, seed % 3 == 0 ? 0 : 95), *detector, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.races, tally.traces / 6);
}

// ---- backtracking ----

TEST_P(RandomTraces, BacktrackingChangesNothing) {
  for (std::uint64_t seed = 1; seed <= share_of(2500); ++seed) {
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

INSTANTIATE_TEST_SUITE_P(Exact, RandomTraces,
                         testing::Values("vector-clock", "goldilocks", "summary", "summary, sweeping"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase_if(name, [](char c) { return c == ',' || c == ' '; });
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace heddle::test
