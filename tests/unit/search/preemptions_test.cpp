// The bound on preemptions: what each round may see, that it says so, and that all rounds together see what brute force
// sees, each execution once.
#include "search/context_bound.h"

#include <gtest/gtest.h>

#include <map>

#include "explore_by.h"
#include "generator.h"

namespace heddle::toy {
namespace {

using enum Code;

Findings bounded(const Program& program, std::uint64_t most, Setting setting = {}) {
  setting.options.bounds.preemptions = most;
  return explore_by(program, [](auto&... a) { return search_preemptions(a...); }, setting);
}

// By the definition, on the schedule alone: who was enabled is asked from the machine.
std::uint64_t preemptions(const Program& program, const Schedule& schedule) {
  ToyMachine machine(program);
  machine.start();
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (i > 0 && schedule[i].thread != schedule[i - 1].thread)
      for (const Pending& p : machine.pending()) count += p.thread == schedule[i - 1].thread && p.enabled ? 1 : 0;
    machine.step(schedule[i].thread, schedule[i].choice);
  }
  return count;
}

// Everything that brute force meets, by the number of preemptions that it takes.
class ByPreemptions : public SearchListener {
 public:
  explicit ByPreemptions(const Program& program) : program_(program) {}
  bool found(const Failure& failure, const Schedule& schedule) override {
    note(name_of(failure.kind) + failure.detail, preemptions(program_, schedule));
    return true;
  }
  void completed(const AbstractMachine& machine, const Schedule& schedule) override {
    const std::uint64_t n = preemptions(program_, schedule);
    ++executions[n];
    if (machine.status() == Status::Finished) note("final " + static_cast<const ToyMachine&>(machine).final_state(), n);
  }
  std::set<std::string> up_to(std::uint64_t most) const {
    std::set<std::string> all;
    for (const auto& [what, n] : least)
      if (n <= most) all.insert(what);
    return all;
  }
  std::map<std::string, std::uint64_t> least;
  std::map<std::uint64_t, std::uint64_t> executions;

 private:
  void note(const std::string& what, std::uint64_t n) {
    const auto [it, fresh] = least.try_emplace(what, n);
    if (!fresh) it->second = std::min(it->second, n);
  }
  const Program& program_;
};

class Everything : public SearchListener {
 public:
  bool found(const Failure& failure, const Schedule&) override {
    return seen.insert(name_of(failure.kind) + failure.detail), true;
  }
  void completed(const AbstractMachine& machine, const Schedule& schedule) override {
    if (machine.status() == Status::Finished) seen.insert("final " + static_cast<const ToyMachine&>(machine).final_state());
    schedules.push_back(schedule);
  }
  std::set<std::string> seen;
  std::vector<Schedule> schedules;
};

Program contended_twice() {
  const Script twice = {{Add, 0, 1}, {Add, 0, 1}};
  return Program::of({twice, twice});
}

TEST(Preemptions, CountsExecutions) {
  // Two threads of two steps: 2 orders without preemption, 2 with one in the first thread's middle and no way back but
  // through the end, 2 with one more.
  EXPECT_EQ(bounded(contended_twice(), 0).outcome.stats.executions, 2u);
  EXPECT_EQ(bounded(contended_twice(), 1).outcome.stats.executions, 4u);
  EXPECT_EQ(bounded(contended_twice(), 2).outcome.stats.executions, 6u);
}

TEST(Preemptions, TheBoundIsNamedUnlessItWasNeverReached) {
  const SearchOutcome one = bounded(contended_twice(), 1).outcome;
  EXPECT_FALSE(one.exhausted);
  ASSERT_EQ(one.limits.size(), 1u);
  EXPECT_EQ(one.limits[0], "only executions with at most 1 preemption were explored (--preemptions)");
  for (std::uint64_t enough : {2u, 3u, 1000u}) {
    const SearchOutcome all = bounded(contended_twice(), enough).outcome;
    EXPECT_TRUE(all.exhausted);
    EXPECT_TRUE(all.limits.empty());
    EXPECT_EQ(all.stats.executions, 6u);
  }
}

TEST(Preemptions, BlockedThreadsAndChoicesAreFree) {
  // Semaphores hand over; the only way on is a switch from a blocked thread.
  const Program handover =
      Program::of({{{SemWait, 0}, {SemPost, 1}, {SemWait, 2}}, {{SemPost, 0}, {SemWait, 1}, {SemPost, 2}}});
  EXPECT_GT(bounded(handover, 0).outcome.stats.executions, 0u);
  const Program chooses = Program::of({{{Choose, 3}, {Choose, 2}}});
  EXPECT_EQ(bounded(chooses, 0).outcome.stats.executions, 6u);
  EXPECT_TRUE(bounded(chooses, 0).outcome.exhausted);
}

TEST(Preemptions, TheSimplestBugComesFirst) {
  // One preemption is enough for the assertion of thread 2, thread 1 needs two.
  const Program p = Program::of({{{Store, 0, 1}, {Load, 1}, {AssertNot, 2}, {Store, 0, 0}},
                                 {{Load, 0}, {AssertNot, 1}, {Store, 1, 2}, {Store, 1, 0}}});
  EXPECT_TRUE(bounded(p, 0).failures.empty());
  Setting first;
  first.stop_after = 1;
  EXPECT_TRUE(bounded(p, 9, first).found("assertion 2"));
  EXPECT_TRUE(bounded(p, 1).found("assertion 2"));
}

TEST(Preemptions, OtherBoundsHoldInEveryRound) {
  Setting setting;
  setting.options.bounds.executions = 5;
  EXPECT_EQ(bounded(contended_twice(), 9, setting).outcome.stats.executions, 5u);
  setting = {};
  setting.options.bounds.transitions = 13;
  const SearchOutcome cut = bounded(contended_twice(), 9, setting).outcome;
  EXPECT_EQ(cut.stats.transitions, 13u);
  EXPECT_FALSE(cut.exhausted);
  setting = {};
  setting.options.bounds.depth = 4;
  EXPECT_FALSE(bounded(contended_twice(), 9, setting).outcome.exhausted);
}

TEST(Preemptions, EachRoundSeesWhatTheDefinitionSays) {
  static LiveState live;
  unsigned compared = 0, failing = 0;
  const std::uint64_t programs = campaign_size(400);
  for (std::uint64_t i = 0; i < programs; ++i) {
    const Program program = Generator(77'000'003 + i).program();
    CheckOptions options;
    options.bounds.transitions = 1'500;
    ByPreemptions truth(program);
    ToyMachine machine(program);
    if (!search_dfs(machine, options, truth, live).exhausted) continue;
    ++compared;
    failing += truth.up_to(0) != truth.up_to(99) ? 1 : 0;
    const std::uint64_t most = truth.executions.rbegin()->first;
    std::uint64_t executions = 0;
    for (std::uint64_t bound = 0; bound <= most + 1; ++bound) {
      executions += truth.executions.contains(bound) ? truth.executions.at(bound) : 0;
      Everything found;
      CheckOptions limited;
      limited.bounds.preemptions = bound;
      ToyMachine fresh(program);
      const SearchOutcome outcome = search_preemptions(fresh, limited, found, live);
      ASSERT_EQ(found.seen, truth.up_to(bound)) << "bound " << bound << " of " << most << "\n" << program.text();
      ASSERT_EQ(outcome.stats.executions, executions) << program.text();
      // Every one just once, the ones with fewer preemptions first.
      std::uint64_t last = 0;
      for (const Schedule& schedule : found.schedules) {
        const std::uint64_t n = preemptions(program, schedule);
        ASSERT_LE(last, n);
        last = n;
      }
      ASSERT_EQ(outcome.exhausted, bound >= most) << program.text();
    }
  }
  EXPECT_GT(compared, programs / 2);
  EXPECT_GT(failing, programs / 10);
}

}  // namespace
}  // namespace heddle::toy
