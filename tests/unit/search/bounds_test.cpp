// Bounds, stops and what a search says about them: whatever was not covered is named, and nothing that ended by a bound
// counts as exhausted.
#include <gtest/gtest.h>

#include "compare.h"

namespace heddle::toy {
namespace {

using enum Code;
constexpr Way kAll[] = {Way::Dfs, Way::Dpor, Way::DporNoSleep, Way::Random};
constexpr Way kDepthFirst[] = {Way::Dfs, Way::Dpor, Way::DporNoSleep};

Program contended() {
  const Script twice = {{Add, 0, 1}, {Add, 0, 1}};
  return Program::of({twice, twice});
}

bool mentions(const SearchOutcome& outcome, const std::string& words) {
  for (const std::string& limit : outcome.limits)
    if (limit.find(words) != std::string::npos) return true;
  return false;
}

TEST(Bounds, Executions) {
  Setting setting;
  setting.options.bounds.executions = 5;
  for (Way way : kAll) {
    const SearchOutcome outcome = explore(contended(), way, setting).outcome;
    EXPECT_EQ(outcome.stats.executions, 5u);
    EXPECT_FALSE(outcome.exhausted);
    EXPECT_TRUE(way == Way::Random || mentions(outcome, "stopped after 5 executions (--max-executions)"));
  }
  setting.options.bounds.executions = 6;  // all there are
  EXPECT_TRUE(explore(contended(), Way::Dfs, setting).outcome.exhausted);
}

TEST(Bounds, Transitions) {
  Setting setting;
  setting.options.bounds.transitions = 7;
  for (Way way : kAll) {
    const SearchOutcome outcome = explore(contended(), way, setting).outcome;
    EXPECT_EQ(outcome.stats.transitions, 7u);
    EXPECT_FALSE(outcome.exhausted);
    EXPECT_TRUE(mentions(outcome, "stopped after 7 transitions (--max-transitions)"));
  }
}

TEST(Bounds, DepthCutsExecutionsOff) {
  Setting setting;
  setting.options.bounds.depth = 5;  // four operations and the exit
  for (Way way : kDepthFirst) EXPECT_TRUE(explore(contended(), way, setting).outcome.exhausted);
  setting.options.bounds.depth = 4;
  for (Way way : kAll) {
    const SearchOutcome outcome = explore(contended(), way, setting).outcome;
    EXPECT_EQ(outcome.stats.executions, 0u);
    EXPECT_EQ(outcome.stats.max_depth, 4u);
    EXPECT_FALSE(outcome.exhausted);
    EXPECT_TRUE(mentions(outcome, "cut off after 4 transitions (--max-depth)"));
  }
}

TEST(Bounds, ASpaceCutByDepthIsStillSearched) {
  // The deadlock is at depth 2, while other executions are longer than allowed.
  const Program p =
      Program::of({{{Lock, 0}, {Lock, 1}, {Unlock, 1}, {Unlock, 0}, {Add, 0, 1}, {Add, 0, 1}, {Add, 0, 1}},
                   {{Lock, 1}, {Lock, 0}, {Unlock, 0}, {Unlock, 1}}});
  Setting setting;
  setting.options.bounds.depth = 3;
  for (Way way : kDepthFirst) EXPECT_TRUE(explore(p, way, setting).found("deadlock"));
}

TEST(Bounds, Seconds) {
  Setting setting;
  setting.options.bounds.seconds = 0;
  for (Way way : kAll) {
    const SearchOutcome outcome = explore(contended(), way, setting).outcome;
    EXPECT_FALSE(outcome.exhausted);
    EXPECT_TRUE(mentions(outcome, "(--timeout)"));
  }
}

TEST(Bounds, Memory) {
  Setting setting;
  setting.options.bounds.memory_mb = 1;
  EXPECT_TRUE(mentions(explore(contended(), Way::Dpor, setting).outcome, "stopped at 1 MB of memory (--memory)"));
  setting.options.bounds.memory_mb = 100'000;
  EXPECT_TRUE(explore(contended(), Way::Dpor, setting).outcome.exhausted);
}

TEST(Bounds, StopFromOutside) {
  auto live = std::make_unique<LiveState>();
  live->stop = true;
  Setting setting;
  setting.live = live.get();
  for (Way way : kAll) {
    const SearchOutcome outcome = explore(contended(), way, setting).outcome;
    EXPECT_FALSE(outcome.exhausted);
    EXPECT_TRUE(mentions(outcome, "interrupted"));
  }
}

TEST(Stops, WhenTheListenerHasSeenEnough) {
  const Program p = Program::of({{{Load, 0}, {AssertNot, 0}}, {{Load, 1}, {AssertNot, 0}}});
  Setting setting;
  setting.stop_after = 1;
  for (Way way : kAll) {
    const Findings found = explore(p, way, setting);
    EXPECT_EQ(found.failures.size(), 1u);
    EXPECT_FALSE(found.outcome.exhausted);
    EXPECT_EQ(found.outcome.stats.executions, 1u);
  }
}

TEST(Stops, WhenTheMachineRefuses) {
  const Program p = Program::of({{{Load, 0}, {Refuse}}, {{Load, 0}}});
  for (Way way : kAll) {
    const SearchOutcome outcome = explore(p, way).outcome;
    EXPECT_FALSE(outcome.exhausted);
    EXPECT_TRUE(mentions(outcome, "fork is not modelled"));
  }
}

TEST(Stops, BeforeTheFirstStep) {
  Program refuses;
  refuses.threads = {{{Refuse}}};
  Program fails;
  fails.threads = {{{AssertNot, 0}}};
  for (Way way : kAll) {
    EXPECT_FALSE(explore(refuses, way).outcome.exhausted);
    EXPECT_TRUE(explore(fails, way).found("assertion 0@0"));
  }
}

TEST(Random, IsReproducibleAndNeverProves) {
  Setting setting;
  const Findings first = explore(contended(), Way::Random, setting);
  EXPECT_EQ(first.outcome.stats.executions, kRandomExecutions);
  EXPECT_FALSE(first.outcome.exhausted);
  EXPECT_TRUE(mentions(first.outcome, "1000 sampled schedules"));
  EXPECT_EQ(explore(contended(), Way::Random, setting).schedules, first.schedules);
  setting.options.seed = 2;
  EXPECT_NE(explore(contended(), Way::Random, setting).schedules, first.schedules);
  EXPECT_EQ(first.finals, explore(contended(), Way::Dfs).finals);
}

TEST(Random, TheNumbersAreTheSameEverywhere) {
  RandomNumbers numbers(1);
  EXPECT_EQ(numbers.next(), 0x910a2dec89025cc1u);
  EXPECT_EQ(numbers.next(), 0xbeeb8da1658eec67u);
}

TEST(Live, FollowsTheSearch) {
  auto live = std::make_unique<LiveState>();
  Setting setting;
  setting.live = live.get();
  const Findings found = explore(contended(), Way::Dfs, setting);
  EXPECT_EQ(live->executions, found.outcome.stats.executions);
  EXPECT_EQ(live->transitions, found.outcome.stats.transitions);
  EXPECT_EQ(live->max_depth, 5u);
  EXPECT_EQ(live->share_done, 1.0);
  ASSERT_EQ(live->schedule_length, 5u);
  const Schedule& last = found.schedules.back();
  for (std::size_t i = 0; i < last.size(); ++i) EXPECT_EQ(live->thread[i], last[i].thread.value);
}

}  // namespace
}  // namespace heddle::toy
