// Fewer switches: the failure stays, and on small programs the result has exactly as few switches as brute force finds.
#include "search/minimise.h"

#include <gtest/gtest.h>

#include <map>

#include "explore_by.h"
#include "generator.h"

namespace heddle::toy {
namespace {

using enum Code;

// For each failure one schedule (the last that was met, so that it is not a nice one) and the fewest switches of all.
class Failures : public SearchListener {
 public:
  bool found(const Failure& failure, const Schedule& schedule) override {
    const std::string what = name_of(failure.kind) + failure.detail;
    const auto [it, fresh] = fewest.try_emplace(what, context_switches(schedule));
    it->second = std::min(it->second, context_switches(schedule));
    const auto [worst, first] = schedules.try_emplace(what, schedule);
    if (context_switches(schedule) > context_switches(worst->second)) worst->second = schedule;
    return true;
  }
  std::map<std::string, std::size_t> fewest;
  std::map<std::string, Schedule> schedules;
};

auto is(const std::string& what) {
  return [what](const AbstractMachine&, const Failure& failure) { return name_of(failure.kind) + failure.detail == what; };
}

Schedule minimise(const Program& program, const std::string& what, const Schedule& schedule,
                  MinimiseBudget budget = {}) {
  ToyMachine machine(program);
  return fewer_switches(machine, schedule, is(what), [] { return false; }, budget);
}

// Does the failure appear at the very end of the schedule?
bool replays(const Program& program, const std::string& what, const Schedule& schedule) {
  ToyMachine machine(program);
  machine.start();
  for (const ScheduleStep& step : schedule) {
    if (machine.status() != Status::Running) return false;
    bool possible = false;
    for (const Pending& p : machine.pending())
      possible |= p.thread == step.thread && p.enabled && step.choice < p.outcomes;
    if (!possible) return false;
    machine.step(step.thread, step.choice);
  }
  for (const Failure& failure : machine.failures())
    if (is(what)(machine, failure)) return true;
  return false;
}

struct Tally {
  unsigned programs = 0, bugs = 0;
  std::size_t before = 0, after = 0, fewest = 0, not_least = 0;
};

Tally campaign(std::uint64_t programs, std::uint64_t seed, MinimiseBudget budget) {
  Tally tally;
  static LiveState live;
  for (std::uint64_t i = 0; i < programs; ++i) {
    const Program program = Generator(seed + i).program();
    CheckOptions options;
    options.bounds.transitions = 20'000;
    Failures truth;
    ToyMachine machine(program);
    if (!search_dfs(machine, options, truth, live).exhausted) continue;
    ++tally.programs;
    for (const auto& [what, schedule] : truth.schedules) {
      const Schedule less = minimise(program, what, schedule, budget);
      EXPECT_TRUE(replays(program, what, less)) << what << "\n" << program.text();
      EXPECT_LE(context_switches(less), context_switches(schedule));
      EXPECT_GE(context_switches(less), truth.fewest.at(what)) << "fewer than possible";
      EXPECT_EQ(less, minimise(program, what, schedule, budget)) << "not deterministic";
      const MinimiseBudget not_longer{.blocks = budget.blocks, .exact = budget.exact, .may_be_longer = false};
      EXPECT_LE(minimise(program, what, less, not_longer).size(), less.size());
      ++tally.bugs;
      tally.before += context_switches(schedule);
      tally.after += context_switches(less);
      tally.fewest += truth.fewest.at(what);
      tally.not_least += context_switches(less) != truth.fewest.at(what) ? 1 : 0;
    }
  }
  std::printf("%u programs, %u bugs: %zu switches, minimised %zu, least possible %zu (%zu bugs not least)\n",
              tally.programs, tally.bugs, tally.before, tally.after, tally.fewest, tally.not_least);
  return tally;
}

TEST(Minimise, ReachesTheFewestSwitchesOfBruteForce) {
  const std::uint64_t programs = campaign_size(600);
  const Tally tally = campaign(programs, 31'000'003, {});
  EXPECT_GT(tally.bugs, programs / 5);
  EXPECT_EQ(tally.not_least, 0u);
}

TEST(Minimise, BlocksAloneComeClose) {
  const Tally tally = campaign(campaign_size(600), 31'000'003, {.blocks = 100'000, .exact = 0});
  EXPECT_LT(tally.after, tally.before);
  EXPECT_LT(tally.not_least * 10, tally.bugs);
}

TEST(Minimise, WithoutBudgetTheScheduleStays) {
  const Program p = Program::of({{{Load, 0}, {Load, 0}, {Load, 0}, {AssertNot, 0}}, {{Load, 1}, {Load, 1}}});
  const Schedule schedule = {{ThreadId(2)}, {ThreadId(1)}, {ThreadId(1)}, {ThreadId(2)}, {ThreadId(1)}};
  const std::string what = "assertionassertion 1@3";
  ASSERT_TRUE(replays(p, what, schedule));
  EXPECT_EQ(minimise(p, what, schedule, {.blocks = 0, .exact = 0}), schedule);
  EXPECT_EQ(minimise(p, what, schedule).size(), 3u);
  ToyMachine machine(p);
  EXPECT_EQ(fewer_switches(machine, schedule, is(what), [] { return true; }), schedule);
}

TEST(Minimise, FewerSwitchesMayNeedMoreSteps) {
  // Thread 2 may fail at once if it comes between two steps of thread 1, or after more of its own steps without that.
  const Program p =
      Program::of({{{Store, 0, 1}, {Store, 0, 0}},
                   {{Load, 0}, {SkipUnless, 0, 3}, {Load, 1}, {Load, 1}, {Load, 1}, {Choose, 2}, {AssertNot, 1}}});
  const std::string what = "assertion 2@6";
  const Schedule schedule = {{ThreadId(1)}, {ThreadId(2)}, {ThreadId(2), 1}};
  ASSERT_TRUE(replays(p, "assertion" + what, schedule));
  EXPECT_GT(minimise(p, "assertion" + what, schedule).size(), schedule.size());
  EXPECT_EQ(minimise(p, "assertion" + what, schedule, {.may_be_longer = false}), schedule);
}

TEST(Minimise, AFailureThatDoesNotAppearAgainLeavesTheSchedule) {
  const Program p = Program::of({{{Load, 0}}, {{Load, 0}}});
  const Schedule schedule = {{ThreadId(1)}, {ThreadId(2)}};
  EXPECT_EQ(minimise(p, "assertion", schedule), schedule);
}

TEST(Minimise, OutcomesStayWithTheirThreads) {
  // Only outcome 2 of the first choice leads to the bug.
  const Program p = Program::of({{{Choose, 3}, {Load, 0}, {Choose, 3}, {AssertNot, 2}}, {{Load, 1}, {Load, 1}}});
  const Schedule schedule = {{ThreadId(1), 1}, {ThreadId(2)}, {ThreadId(1)}, {ThreadId(2)}, {ThreadId(1), 2}};
  const std::string what = "assertionassertion 1@3";
  ASSERT_TRUE(replays(p, what, schedule));
  const Schedule less = minimise(p, what, schedule, {.blocks = 10'000, .exact = 0});
  EXPECT_EQ(context_switches(less), 0u);
  EXPECT_TRUE(replays(p, what, less));
}

// Thousands of steps: far beyond brute force, and still readable afterwards.
TEST(Minimise, LongSchedules) {
  Script busy(200, {Load, 0}), other(200, {Load, 1});
  Script first = busy, second = other;
  first.push_back({Lock, 0});
  first.push_back({Lock, 1});
  second.push_back({Lock, 1});
  second.push_back({Lock, 0});
  const Program p = Program::of({first, second, other});
  Failures found;
  class Once : public SearchListener {
   public:
    explicit Once(Failures& f) : f_(f) {}
    bool found(const Failure& failure, const Schedule& schedule) override { return f_.found(failure, schedule), false; }

   private:
    Failures& f_;
  } once(found);
  static LiveState live;
  ToyMachine machine(p);
  CheckOptions options;
  search_random(machine, options, once, live);
  ASSERT_EQ(found.schedules.size(), 1u);
  const auto& [what, schedule] = *found.schedules.begin();
  EXPECT_GT(context_switches(schedule), 100u);
  const Schedule less = minimise(p, what, schedule);
  EXPECT_TRUE(replays(p, what, less));
  EXPECT_LE(context_switches(less), 3u);
}

}  // namespace
}  // namespace heddle::toy
