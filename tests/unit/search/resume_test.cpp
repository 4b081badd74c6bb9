// A search that is stopped and gone on with, again and again, each time by a new explorer on a new machine, finds what an
// uninterrupted one finds, in as many executions and transitions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compare.h"
#include "generator.h"
#include "search/context_bound.h"
#include "search/random_numbers.h"

namespace heddle::toy {
namespace {

using enum Code;
constexpr std::uint64_t kMostTransitions = 4'000;

struct Pieces {
  Findings all;
  unsigned count = 0;
};

// `longest`: transitions between two stops, chosen at random up to that.
template <class F>
Pieces explore_in_pieces(F explore_once, Setting setting, RandomNumbers& random, std::uint32_t longest) {
  Pieces pieces;
  std::uint64_t done = 0;
  std::optional<Frontier> from;
  while (true) {
    done += 1 + random.below(longest);
    setting.options.bounds.transitions = done;
    setting.from = from ? &*from : nullptr;
    Findings found = explore_once(setting);
    ++pieces.count;
    // What was learned in this piece made the search begin again.
    if (found.made_visible.size() > setting.made_visible.size()) pieces.all.finals.clear();
    pieces.all.finals.merge(found.finals);
    pieces.all.failures.merge(found.failures);
    pieces.all.racy |= found.racy;
    pieces.all.outcome = found.outcome;
    setting.made_visible = found.made_visible;
    if (!found.frontier || done > 2 * kMostTransitions) return pieces;
    EXPECT_FALSE(found.outcome.exhausted);
    from = std::move(found.frontier);
    setting.stored = std::move(found.stored);
    setting.objects = std::move(found.objects);
  }
}

void expect_same(const Findings& whole, const Pieces& pieces, const std::string& program) {
  EXPECT_EQ(pieces.all.outcome.exhausted, whole.outcome.exhausted) << program;
  EXPECT_EQ(pieces.all.outcome.stats.executions, whole.outcome.stats.executions) << program;
  EXPECT_EQ(pieces.all.outcome.stats.blocked, whole.outcome.stats.blocked) << program;
  EXPECT_EQ(pieces.all.outcome.stats.transitions, whole.outcome.stats.transitions) << program;
  EXPECT_EQ(pieces.all.outcome.stats.max_depth, whole.outcome.stats.max_depth) << program;
  EXPECT_EQ(pieces.all.outcome.stats.states, whole.outcome.stats.states) << program;
  EXPECT_EQ(pieces.all.outcome.stats.matched, whole.outcome.stats.matched) << program;
  EXPECT_EQ(pieces.all.outcome.stats.reexplored, whole.outcome.stats.reexplored) << program;
  EXPECT_EQ(pieces.all.outcome.stats.backtracks, whole.outcome.stats.backtracks) << program;
  EXPECT_EQ(pieces.all.outcome.runs_forever, whole.outcome.runs_forever) << program;
  EXPECT_EQ(pieces.all.finals, whole.finals) << program;
  EXPECT_EQ(pieces.all.failures, whole.failures) << program;
  EXPECT_EQ(pieces.all.racy, whole.racy) << program;
}

bool stores_states(Way way) { return way == Way::Stateful || way == Way::BestFirst; }

Program program_of(Way way, std::uint64_t seed) {
  Generator generator(seed);
  if (!stores_states(way) || seed % 3 == 0) return generator.program();
  return seed % 3 == 1 ? generator.lock_program() : generator.lifetime_program();
}

Setting setting_of(Way way, std::uint64_t seed) {
  Setting setting;
  setting.options.bounds.transitions = kMostTransitions;
  if (!stores_states(way)) return setting;
  setting.keeps_history = seed % 2 == 0;  // without it there are cycles
  setting.options.exact_states = seed % 7 == 0;
  if (way == Way::BestFirst) setting.options.heuristics = heuristics_of(static_cast<unsigned>(seed));
  setting.options.shortest = way == Way::BestFirst && seed % 5 == 0;
  return setting;
}

class Resumed : public testing::TestWithParam<Way> {};

TEST_P(Resumed, FindsTheSame) {
  const std::uint64_t programs = campaign_size(300);
  RandomNumbers random(GetParam() == Way::Dfs ? 1 : 2);
  unsigned compared = 0, pieces_in_all = 0;
  for (std::uint64_t seed = 1; seed <= programs && !HasFailure(); ++seed) {
    const Program program = program_of(GetParam(), seed);
    const Setting setting = setting_of(GetParam(), seed);
    const Findings whole = explore(program, GetParam(), setting);
    if (!whole.outcome.exhausted) continue;
    const auto once = [&](const Setting& s) { return explore(program, GetParam(), s); };
    const Pieces pieces = explore_in_pieces(once, setting, random, seed % 4 == 0 ? 5 : 200);
    expect_same(whole, pieces, program.text());
    ++compared;
    pieces_in_all += pieces.count;
  }
  std::printf("%u programs, %u pieces\n", compared, pieces_in_all);
  EXPECT_GT(compared, programs / 4);
  EXPECT_GT(pieces_in_all, compared * 2);
}

// The search says where it stands and goes on; it is killed later, and another one goes on from there.
TEST_P(Resumed, AfterAKill) {
  const std::uint64_t programs = campaign_size(300);
  RandomNumbers random(4);
  unsigned compared = 0;
  for (std::uint64_t seed = 1; seed <= programs && !HasFailure(); ++seed) {
    const Program program = program_of(GetParam(), seed);
    const Setting setting = setting_of(GetParam(), seed);
    const Findings whole = explore(program, GetParam(), setting);
    if (!whole.outcome.exhausted || !whole.made_visible.empty()) continue;
    Setting asked = setting;
    asked.ask_at = random.below(static_cast<std::uint32_t>(whole.outcome.stats.transitions) + 1);
    const Findings killed = explore(program, GetParam(), asked);
    if (!killed.frontier) continue;  // there was nothing to go back to afterwards
    ASSERT_LT(killed.frontier->stats.transitions, whole.outcome.stats.transitions + 1);
    Setting resumed = setting;
    resumed.from = &*killed.frontier;
    resumed.stored = killed.stored;
    resumed.objects = killed.objects;
    Pieces rest{explore(program, GetParam(), resumed), 1};
    // What was found before is known already.
    for (const std::string& final : rest.all.finals) EXPECT_TRUE(whole.finals.contains(final)) << program.text();
    rest.all.finals = whole.finals;
    rest.all.failures.insert(killed.failures.begin(), killed.failures.end());
    rest.all.racy |= killed.racy;
    expect_same(whole, rest, program.text());
    ++compared;
  }
  EXPECT_GT(compared, programs / 8);
}

INSTANTIATE_TEST_SUITE_P(Searches, Resumed,
                         testing::Values(Way::Dfs, Way::Dpor, Way::DporNoSleep, Way::Optimal, Way::Selective,
                                         Way::InvisibleFirst, Way::Composed, Way::Stateful, Way::BestFirst));

TEST(ResumedBound, FindsTheSame) {
  RandomNumbers random(3);
  unsigned compared = 0;
  for (std::uint64_t seed = 1; seed <= campaign_size(200) && !testing::Test::HasFailure(); ++seed) {
    const Program program = Generator(seed).program();
    Setting setting;
    setting.options.bounds.preemptions = seed % 3;
    setting.options.bounds.transitions = kMostTransitions;
    const auto once = [&](const Setting& s) {
      ToyMachine machine(program);
      static LiveState live;
      Findings findings;
      Collector collector(findings, 0, s.from);
      findings.outcome = search_preemptions(machine, s.options, collector, live);
      return findings;
    };
    const Findings whole = once(setting);
    if (whole.frontier) continue;  // too long
    expect_same(whole, explore_in_pieces(once, setting, random, 100), program.text());
    ++compared;
  }
  EXPECT_GT(compared, campaign_size(200) / 4);
}

// A frontier of another program is refused, or at least never taken for covered ground.
TEST(Resume, AnotherProgramIsRefused) {
  const Program one = Program::of({{{Add, 0, 1}, {Add, 0, 1}}, {{Add, 0, 1}, {Add, 0, 1}}});
  const Program two = Program::of({{{Lock, 0}, {Unlock, 0}}});
  Setting setting;
  setting.options.bounds.transitions = 9;
  const Findings stopped = explore(one, Way::Dpor, setting);
  ASSERT_TRUE(stopped.frontier);
  Setting other;
  other.from = &*stopped.frontier;
  const Findings found = explore(two, Way::Dpor, other);
  EXPECT_FALSE(found.outcome.exhausted);
  ASSERT_FALSE(found.outcome.limits.empty());
  EXPECT_NE(found.outcome.limits[0].find("does not fit"), std::string::npos);
}

TEST(Resume, DamagedWordsAreRefused) {
  const Program program = Program::of({{{Add, 0, 1}, {Add, 0, 1}}, {{Add, 0, 1}, {Add, 0, 1}}});
  for (const Way way : {Way::Dfs, Way::Dpor, Way::Optimal, Way::Selective}) {
    Setting setting;
    setting.options.bounds.transitions = 9;
    const Findings stopped = explore(program, way, setting);
    ASSERT_TRUE(stopped.frontier);
    Frontier damaged = *stopped.frontier;
    damaged.places[1].plan.pop_back();
    Setting resumed;
    resumed.from = &damaged;
    EXPECT_FALSE(explore(program, way, resumed).outcome.exhausted);
    damaged = *stopped.frontier;
    damaged.places[0].plan.push_back(1);
    EXPECT_FALSE(explore(program, way, resumed).outcome.exhausted);
  }
}

}  // namespace
}  // namespace heddle::toy
