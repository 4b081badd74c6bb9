// Random priorities: reproducible, never a proof, and better than chance at what they are made for.
#include "search/pct.h"

#include <gtest/gtest.h>

#include "explore_by.h"
#include "generator.h"
#include "search/burst.h"

namespace heddle::toy {
namespace {

using enum Code;

Findings pct(const Program& program, Setting setting = {}) {
  return explore_by(program, [](auto&... a) { return search_pct(a...); }, setting);
}

Program contended_adds() {
  const Script thrice = {{Add, 0, 1}, {Add, 0, 1}, {Add, 0, 1}};
  return Program::of({thrice, thrice});
}

TEST(Pct, IsReproducibleAndNeverProves) {
  Setting setting;
  const Findings first = pct(contended_adds(), setting);
  EXPECT_EQ(first.outcome.stats.executions, kRandomExecutions);
  EXPECT_FALSE(first.outcome.exhausted);
  ASSERT_FALSE(first.outcome.limits.empty());
  EXPECT_EQ(first.outcome.limits[0], "1000 sampled schedules; the rest are unchecked");
  EXPECT_EQ(pct(contended_adds(), setting).schedules, first.schedules);
  setting.options.seed = 2;
  EXPECT_NE(pct(contended_adds(), setting).schedules, first.schedules);
}

TEST(Pct, BoundsEndIt) {
  Setting setting;
  setting.options.bounds.executions = 5;
  EXPECT_EQ(pct(contended_adds(), setting).outcome.stats.executions, 5u);
  setting.options.bounds = {};
  setting.options.bounds.transitions = 70;
  EXPECT_EQ(pct(contended_adds(), setting).outcome.stats.transitions, 70u);
}

Findings burst(const Program& program, std::uint64_t first, std::uint64_t executions) {
  Setting setting;
  setting.options.bounds.executions = executions;
  BurstSampler picker(1, first, 3, 7);
  return explore_by(
      program, [&](auto&... a) { return search_burst(a..., picker); }, setting);
}

// A burst goes on where the one before has ended.
TEST(Burst, SamplesFollowFromTheirNumber) {
  const std::vector<Schedule> all = burst(contended_adds(), 0, 40).schedules;
  ASSERT_EQ(all.size(), 40u);
  std::vector<Schedule> parts = burst(contended_adds(), 0, 15).schedules;
  for (const Schedule& s : burst(contended_adds(), 15, 25).schedules) parts.push_back(s);
  EXPECT_EQ(parts, all);
  EXPECT_NE(burst(contended_adds(), 40, 40).schedules, all);
}

TEST(Burst, TakesTurnsAndProvesNothing) {
  EXPECT_EQ(burst(contended_adds(), 0, 1).outcome.used_search, "random");
  EXPECT_EQ(burst(contended_adds(), 0, 2).outcome.used_search, "pct");
  EXPECT_FALSE(burst(contended_adds(), 0, 1000).outcome.exhausted);
}

// Depth 1 means priorities alone: no thread is ever interrupted by its equals.
TEST(Pct, DepthIsTheNumberOfOrderings) {
  const auto most_switches = [](std::uint64_t depth) {
    Setting setting;
    setting.options.pct_depth = depth;
    std::size_t most = 0;
    for (const Schedule& s : pct(contended_adds(), setting).schedules) {
      std::size_t switches = 0;
      for (std::size_t i = 1; i < s.size(); ++i) switches += s[i].thread == s[i - 1].thread ? 0 : 1;
      most = std::max(most, switches);
    }
    return most;
  };
  EXPECT_EQ(most_switches(1), 2u);  // first, second, main
  EXPECT_EQ(most_switches(2), 3u);
  EXPECT_EQ(most_switches(3), 4u);
}

// Both threads have to be stopped at one of many steps; uniformly random schedules hardly ever run that far in one go.
Program deep_bug(std::uint8_t steps) {
  Script first, second = {{Load, 1}, {AssertNot, 1}};
  for (std::uint8_t i = 0; i < steps; ++i) first.push_back({Load, 0});
  first.push_back({Store, 1, 1});
  return Program::of({first, second});
}

TEST(Pct, KeepsItsPromise) {
  // Depth 1: thread 1 to its end before thread 2 begins, one time in two by priorities.
  Setting setting;
  setting.options.pct_depth = 1;
  setting.options.bounds.executions = 200;
  unsigned by_priorities = 0, by_chance = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Setting one;
    one.options.seed = seed;
    one.options.pct_depth = 1;
    one.options.bounds.executions = 1;
    by_priorities += pct(deep_bug(40), one).found("assertion") ? 1 : 0;
    by_chance += explore(deep_bug(40), Way::Random, one).found("assertion") ? 1 : 0;
  }
  EXPECT_GT(by_priorities, 50u);
  EXPECT_EQ(by_chance, 0u);
}

TEST(Pct, FindsNothingThatIsNotThere) {
  unsigned found_something = 0;
  const std::uint64_t programs = campaign_size(300);
  for (std::uint64_t i = 0; i < programs; ++i) {
    const Program program = Generator(5'000'011 + i).program();
    Setting setting;
    setting.options.bounds.transitions = 30'000;
    const Findings truth = explore(program, Way::Dfs, setting);
    if (!truth.outcome.exhausted) continue;
    setting.options.bounds.executions = 50;
    const Findings sample = pct(program, setting);
    EXPECT_LE(sample.racy, truth.racy) << program.text();
    for (const std::string& failure : sample.failures) EXPECT_TRUE(truth.failures.contains(failure)) << failure;
    for (const std::string& state : sample.finals) EXPECT_TRUE(truth.finals.contains(state)) << state;
    found_something += sample.racy || !sample.failures.empty() ? 1 : 0;
  }
  EXPECT_GT(found_something, programs / 6);
}

}  // namespace
}  // namespace heddle::toy
