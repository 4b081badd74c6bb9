// The vector-clock detector against the literal happens-before of NaiveDetector on random executions.
//
// What must hold at every access: a reported race is one of the oracle's, with the same two events and common bytes; an
// access that completes a race on a byte that had none before is reported; so the first race of an execution is
// found exactly where it happens. And where the inline path says "seen", access() does nothing at all.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "detect/naive.h"
#include "detect/vector_clock.h"
#include "trace.h"

namespace heddle::test {
namespace {

bool seen(const VectorClockDetector& d, const Access& a) {
  const auto answer = [&]<unsigned W>() {
    return a.kind == AccessKind::Read ? d.already_seen_read<W>(a.address) : d.already_seen_write<W>(a.address);
  };
  if (a.kind != AccessKind::Read && a.kind != AccessKind::Write) return false;
  switch (a.size) {
    case 1:
      return answer.operator()<1>();
    case 2:
      return answer.operator()<2>();
    case 4:
      return answer.operator()<4>();
    case 8:
      return answer.operator()<8>();
    case 16:
      return answer.operator()<16>();
    default:
      return false;
  }
}

// The short path, for the same accesses.
bool note(VectorClockDetector& d, const Access& a) {
  const bool simple = a.size == 1 || a.size == 2 || a.size == 4 || a.size == 8 || a.size == 16;
  const auto width = static_cast<unsigned>(a.size);
  if (simple && a.kind == AccessKind::Read) return d.note_read(a.address, width, a.site);
  if (simple && a.kind == AccessKind::Write) return d.note_write(a.address, width, a.site);
  return false;
}

struct Tally {
  unsigned traces = 0, racy = 0, races = 0, seen = 0, noted = 0;
};

// The bytes of `race` lie within what the oracle says that the two events have in common.
bool listed(const Race& race, const std::vector<Race>& all) {
  for (const Race& r : all) {
    if (r.earlier.site != race.earlier.site) continue;
    if (race.earlier.address >= r.earlier.address &&
        race.earlier.address + race.earlier.size <= r.earlier.address + r.earlier.size)
      return race.earlier.size > 0 && r.earlier.thread == race.earlier.thread && r.earlier.kind == race.earlier.kind &&
             race.later.site == r.later.site;
  }
  return false;
}

// Bytes on which `races` are the first since their storage was given out.
bool news(const std::vector<Race>& races, std::set<Address>& raced) {
  bool any = false;
  for (const Race& r : races)
    for (Address a = r.earlier.address; a < r.earlier.address + r.earlier.size; ++a) any |= raced.insert(a).second;
  return any;
}

void compare(const std::vector<Event>& trace, Tally& tally, std::size_t singles, bool short_path) {
  Journal journal;
  NaiveDetector naive(journal);
  VectorClockDetector clocks(journal, singles);
  std::set<Address> raced;
  bool racy = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    SCOPED_TRACE("event " + std::to_string(i));
    feed(naive, e);
    if (e.what == Event::What::Fresh)
      raced.erase(raced.lower_bound(e.access.address), raced.lower_bound(e.access.address + e.access.size));
    if (e.what != Event::What::Access) {
      feed(clocks, e);
      continue;
    }
    clocks.running(e.thread);
    const bool skip = seen(clocks, e.access);
    const Journal::Mark before = journal.mark();
    const bool noted = short_path && !skip && note(clocks, e.access);
    tally.noted += noted;
    const std::optional<Race> race = noted ? std::nullopt : clocks.access(e.access);
    if (skip) {
      ++tally.seen;
      ASSERT_FALSE(race);
      ASSERT_EQ(before, journal.mark());
    }
    const std::vector<Race>& truth = naive.races_of_last_access();
    if (race) {
      ASSERT_TRUE(listed(*race, truth));
      ++tally.races;
    }
    if (news(truth, raced)) {
      ASSERT_TRUE(race);
      racy = true;
    }
  }
  ++tally.traces;
  tally.racy += racy;
}

void campaign(std::uint64_t seeds, unsigned politeness, unsigned length, Tally& tally) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare(make_trace(seed, flavour_for(seed), length, politeness), tally, seed % 2 == 0 ? 0 : 4096, seed % 4 < 2);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Oracle, WildTraces) {
  Tally tally;
  campaign(share_of(8000), 0, 60, tally);
  EXPECT_GT(tally.racy, tally.traces * 9 / 10);
}

TEST(Oracle, PoliteTraces) {
  Tally tally;
  campaign(share_of(10000), 97, 90, tally);
  EXPECT_GT(tally.racy, tally.traces / 10);
  EXPECT_LT(tally.racy, tally.traces * 9 / 10);
  EXPECT_GT(tally.seen, tally.traces);
  EXPECT_GT(tally.noted, tally.traces);
}

TEST(Oracle, RaceFreeTraces) {
  Tally tally;
  campaign(share_of(3000), 100, 120, tally);
  EXPECT_EQ(tally.races, 0U);
}

// Long accesses over several pages of shadow: common histories, spreading, partial ends.
TEST(Oracle, RangesOverPages) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= share_of(2500); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Flavour f;
    f.threads.resize(2 + seed % 2);
    f.memory = kHeapBase + seed % 5 * 512;
    f.bytes = 4096 + 32;
    f.ranges = 60;
    f.atomics = 5;
    f.lifetimes = 20;
    compare(make_trace(seed, f, 50, seed % 3 == 0 ? 0 : 95), tally, seed % 2 == 0 ? 0 : 4096, seed % 4 < 2);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.races, tally.traces / 25);
}

// ---- backtracking ----

struct Answer {
  std::optional<Race> race;
  bool seen = false;
};
bool same(const Access& a, const Access& b) {
  return a.thread == b.thread && a.kind == b.kind && a.address == b.address && a.size == b.size && a.site == b.site;
}
// Whether a page keeps one common history may depend on what was there before a backtrack, and with it what the inline
// path can see; the races may not.
bool same(const Answer& a, const Answer& b, bool pages) {
  if ((!pages && a.seen != b.seen) || a.race.has_value() != b.race.has_value()) return false;
  return !a.race || (same(a.race->earlier, b.race->earlier) && same(a.race->later, b.race->later));
}

Answer ask(VectorClockDetector& d, const Event& e, bool short_path) {
  Answer answer;
  if (e.what == Event::What::Access) {
    d.running(e.thread);
    answer.seen = seen(d, e.access);
    if (short_path && (answer.seen || note(d, e.access))) return answer;
  }
  answer.race = feed(d, e);
  return answer;
}

std::vector<Answer> straight(const std::vector<Event>& trace) {
  Journal journal;
  journal.set_recording(false);
  VectorClockDetector d(journal);
  std::vector<Answer> answers;
  for (const Event& e : trace) answers.push_back(ask(d, e, false));
  return answers;
}

// The trace with saves and restores strewn in: excursions into another trace and repetitions of stretches.
void wander(const std::vector<Event>& trace, const std::vector<Event>& elsewhere, const std::vector<Answer>& expected,
            std::uint64_t seed, std::size_t singles, bool pages) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  struct Save {
    Journal::Mark mark;
    std::size_t position;
  };
  Journal journal;
  VectorClockDetector d(journal, singles);
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
      if (below(2) == 0 && saves.back().position == i) {
        for (std::size_t n = below(20); n > 0; --n) ask(d, elsewhere[below(elsewhere.size())], true);
      }
      journal.undo_to(saves[back].mark);
      i = saves[back].position;
      saves.resize(back + below(2));
      continue;
    }
    ASSERT_TRUE(same(ask(d, trace[i], true), expected[i], pages)) << "event " << i << " of " << trace.size();
    ++i;
  }
}

void wander_all(std::uint64_t seeds, const std::function<Flavour(std::uint64_t)>& flavour, unsigned length,
                bool pages) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::vector<Event> trace = make_trace(seed, flavour(seed), length, 90);
    const std::vector<Event> elsewhere = make_trace(seed + 1'000'000, flavour(seed), length, 30);
    const std::size_t singles[] = {0, 3, 40, 4096};
    wander(trace, elsewhere, straight(trace), seed, singles[seed % 4], pages);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Backtracking, SameAnswersAsWithout) { wander_all(share_of(6000), flavour_for, 80, false); }

TEST(Backtracking, SameAnswersOverPages) {
  const auto flavour = [](std::uint64_t seed) {
    Flavour f;
    f.threads.resize(2 + seed % 2);
    f.bytes = 4096 + 32;
    f.memory = kHeapBase + seed % 3 * 512;
    f.ranges = 50;
    f.atomics = 5;
    f.lifetimes = 20;
    return f;
  };
  wander_all(share_of(2000), flavour, 50, true);
}

TEST(Backtracking, TheOracleForgetsToo) {
  for (std::uint64_t seed = 1; seed <= share_of(200); ++seed) {
    const std::vector<Event> trace = make_trace(seed, flavour_for(seed), 60, 80);
    const std::vector<Event> elsewhere = make_trace(seed + 5000, flavour_for(seed), 30, 0);
    Journal plain_journal, journal;
    NaiveDetector plain(plain_journal), wandering(journal);
    for (const Event& e : trace) {
      const Journal::Mark mark = journal.mark();
      for (unsigned n = 0; n < 5; ++n) feed(wandering, elsewhere[(seed + n) % elsewhere.size()]);
      journal.undo_to(mark);
      feed(plain, e);
      feed(wandering, e);
      if (e.what == Event::What::Access) {
        ASSERT_EQ(plain.races_of_last_access().size(), wandering.races_of_last_access().size());
      }
    }
  }
}

}  // namespace
}  // namespace heddle::test
