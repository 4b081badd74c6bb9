// Best-first search: the order of figure 5, the values of figure 6, and that --shortest is. That it covers everything
// is the oracle's business (oracle_test.cpp).
#include "search/best_first.h"

#include <gtest/gtest.h>

#include "compare.h"
#include "generator.h"

namespace heddle::toy::best_first {
namespace {

using enum Code;

// The first failure, and all that happened until then.
struct First : SearchListener {
  bool found(const Failure& failure, const Schedule& at) override {
    what = failure.detail;
    is_livelock = failure.cycle.empty() && failure.kind == BugKind::Deadlock;
    schedule = at;
    return false;
  }
  std::string what;
  bool is_livelock = false;
  Schedule schedule;
  SearchOutcome outcome;
};

constexpr std::uint32_t kAllCells = ~0u;

First search(const Program& program, const Heuristics& heuristics, bool shortest = false,
             std::uint32_t visible_cells = kAllCells) {
  static LiveState live;
  ToyMachine machine(program);
  machine.visible_cells = visible_cells;
  machine.keeps_history = false;
  CheckOptions options;
  options.visible = visible_cells == kAllCells ? Visibility::All : Visibility::Sync;
  options.heuristics = heuristics;
  options.shortest = shortest;
  First first;
  first.outcome = search_best_first(machine, options, first, live);
  return first;
}

const Heuristics kNone = heuristics_of(0), kAll = heuristics_of(15), kWritesFirst = {true, false, false, false};

// ---- values --------------------------------------------------------------------------------------------------------

Transition plain(unsigned thread, OperationKind kind, Address a) {
  Transition t;
  t.thread = ThreadId(static_cast<std::uint16_t>(thread));
  t.operation.kind = kind;
  t.operation.object = a;
  return t;
}
Transition atomic(unsigned thread, OperationKind kind, Address a, MemoryOrder order, bool wrote) {
  Transition t = plain(thread, kind, a);
  t.operation.order = t.operation.failure_order = order;
  t.wrote = wrote;
  return t;
}

constexpr auto kRead = OperationKind::PlainRead, kWrite = OperationKind::PlainWrite;
constexpr auto kLock = OperationKind::MutexLock, kUnlock = OperationKind::MutexUnlock;
constexpr auto kRelaxed = MemoryOrder::Relaxed, kStrong = MemoryOrder::SequentiallyConsistent;

// The values of these steps, one after the other.
std::vector<unsigned> values(const Heuristics& on, const std::vector<Transition>& steps) {
  HeuristicValue heuristic(on, nullptr);
  std::vector<unsigned> list;
  for (const Transition& t : steps) {
    heuristic.before_step();
    heuristic.after_step(t);
    list.push_back(heuristic.value());
  }
  return list;
}

const std::vector<Transition> kSteps = {plain(1, kWrite, 8),   plain(1, kRead, 8),  plain(2, kRead, 8),
                                        plain(2, kWrite, 8),   plain(1, kRead, 16), plain(1, kLock, 64),
                                        plain(1, kUnlock, 64), plain(2, kLock, 64), plain(1, OperationKind::Yield, 0)};

TEST(HeuristicValue, Figure6) {
  EXPECT_EQ(values(kAll, kSteps), (std::vector<unsigned>{7, 5, 6, 8, 5, 4, 1, 2, 3}));
  EXPECT_EQ(values(kNone, kSteps), std::vector<unsigned>(9, 3));
  EXPECT_EQ(values(kWritesFirst, kSteps), (std::vector<unsigned>{7, 3, 3, 8, 3, 3, 3, 3, 3}));
  EXPECT_EQ(values({false, true, false, false}, kSteps), (std::vector<unsigned>{3, 3, 6, 8, 3, 3, 3, 3, 3}));
  EXPECT_EQ(values({true, true, false, false}, kSteps), (std::vector<unsigned>{7, 5, 6, 8, 5, 3, 3, 3, 3}));
  EXPECT_EQ(values({false, false, true, false}, kSteps), (std::vector<unsigned>{3, 3, 3, 3, 3, 3, 1, 2, 3}));
  EXPECT_EQ(values({false, false, false, true}, kSteps), (std::vector<unsigned>{3, 3, 3, 3, 3, 4, 3, 2, 3}));
}

TEST(HeuristicValue, WhatOrdersThreads) {
  using enum OperationKind;
  EXPECT_EQ(values(kAll, {atomic(1, AtomicLoad, 8, kStrong, false), atomic(1, AtomicStore, 8, kRelaxed, true),
                          atomic(1, AtomicLoad, 8, kStrong, false), atomic(1, AtomicStore, 8, kStrong, true),
                          atomic(2, AtomicLoad, 8, kRelaxed, false), atomic(2, AtomicLoad, 8, kStrong, false)}),
            (std::vector<unsigned>{4, 3, 4, 1, 3, 2}));
  // A compare-exchange that fails releases nothing.
  EXPECT_EQ(values(kAll, {atomic(1, AtomicCompareExchange, 8, kStrong, false), atomic(1, AtomicRmw, 8, kStrong, true),
                          atomic(2, AtomicRmw, 8, kStrong, true)}),
            (std::vector<unsigned>{4, 4, 2}));
  EXPECT_EQ(values(kAll, {plain(1, SemWait, 8), plain(1, SemPost, 8), plain(2, SemTryWait, 8), plain(1, SemGetValue, 8),
                          plain(1, SemInit, 16), plain(1, BarrierArrive, 24), plain(1, OnceEnter, 32)}),
            (std::vector<unsigned>{4, 1, 2, 3, 3, 1, 4}));
  Transition wait = plain(1, CondWait, 8);
  wait.operation.argument = 64;  // the mutex
  EXPECT_EQ(values(kAll, {plain(1, kLock, 64), wait, plain(2, kLock, 64), plain(2, CondSignal, 8)}),
            (std::vector<unsigned>{4, 1, 2, 3}));
}

TEST(HeuristicValue, SilentUnlocksCount) {
  const SilentOperation unlock{ThreadId(1), kUnlock, false, 64};
  Transition step = plain(1, kLock, 64);
  step.silent = {&unlock, 1};
  EXPECT_EQ(values(kAll, {step, plain(2, kLock, 64)}), (std::vector<unsigned>{4, 2}));
}

TEST(HeuristicValue, FactsFollowThePath) {
  HeuristicValue heuristic(kAll, nullptr);
  const auto value = [&](const Transition& t) { return heuristic.after_step(t), heuristic.value(); };
  EXPECT_EQ(value(plain(1, kWrite, 8)), 7u);
  EXPECT_EQ(value(plain(2, kWrite, 8)), 8u);
  EXPECT_EQ(value(plain(2, kUnlock, 64)), 1u);
  heuristic.went_back(2);
  EXPECT_EQ(value(plain(1, kLock, 64)), 4u) << "the unlock is undone";
  heuristic.went_back(1);
  EXPECT_EQ(value(plain(1, kWrite, 8)), 7u) << "the write by the other thread is undone";
  heuristic.went_back(0);
  EXPECT_EQ(value(plain(2, kWrite, 8)), 7u);
}

// ---- the order -----------------------------------------------------------------------------------------------------

// Figure 3: Peterson's algorithm with plain variables, one round; a step is a statement, as in figure 4. An atomic load
// stands for the loop that waits: the paper's detector does not remember reads, and nobody waits on the way to the
// race.
Program peterson() {
  const auto side = [](std::uint8_t own) {
    return Script{{Write, own, 1}, {Write, 2, own}, {Load, 0}, {Write, 3, 1}, {Write, own, 0}};
  };
  return Program::of({side(0), side(1)});
}

// Figure 4: seven states until the race on `turn` by depth-first search, four if writes come first. Visited are those
// on the way to the race, with the one that shows it and without the first.
TEST(BestFirst, Figure4) {
  const First dfs = search(peterson(), kNone);
  EXPECT_EQ(dfs.schedule.size(), 7u);
  EXPECT_EQ(dfs.outcome.stats.transitions, 7u);
  const First best = search(peterson(), kWritesFirst);
  EXPECT_EQ(best.schedule.size(), 4u);
  EXPECT_EQ(best.what, dfs.what) << "the race on turn";
  EXPECT_EQ(best.outcome.stats.transitions, 8u) << "two successors of each of four states";
  EXPECT_EQ(search(peterson(), kNone, true).schedule.size(), 4u);
}

TEST(BestFirst, WithoutHeuristicsDepthFirst) {
  // Thread 1 comes first whatever it does.
  const Program p = Program::of({{{Load, 0}, {Write, 0, 1}, {Load, 0}}, {{Write, 0, 2}}});
  const Schedule expected = {{ThreadId(1)}, {ThreadId(1)}, {ThreadId(1)}, {ThreadId(2)}};
  EXPECT_EQ(search(p, kNone).schedule, expected);
  EXPECT_EQ(search(p, kAll).schedule.size(), 3u);
}

TEST(BestFirst, PlainAccessesOfAStepCountUnderSync) {
  // The first step of thread 1 writes something else, that of thread 2 the racing variable.
  const Program p =
      Program::of({{{Load, 0}, {Load, 0}, {Load, 0}, {Load, 0}, {Write, 0, 1}}, {{Load, 1}, {Write, 0, 2}}});
  const First best = search(p, {true, true, false, false}, false, 0);
  ASSERT_FALSE(best.schedule.empty());
  EXPECT_EQ(best.schedule[0].thread, ThreadId(2)) << "its step writes";
}

TEST(BestFirst, AProgramThatNeverEnds) {
  const Program p = Program::of({{{SpinWhile, 0, 0}}, {{SpinWhile, 1, 0}}});
  const First best = search(p, kAll);
  EXPECT_TRUE(best.is_livelock);
  EXPECT_FALSE(best.outcome.exhausted) << "the listener has seen enough";
}

TEST(BestFirst, MemoryIsABound) {
  Script busy;
  for (std::uint8_t i = 0; i < 12; ++i) busy.push_back({Store, static_cast<std::uint8_t>(i % 4), 1});
  const Program p = Program::of({busy, busy, busy, busy});
  static LiveState live;
  ToyMachine machine(p);
  CheckOptions options;
  options.bounds.memory_mb = 1;
  First first;
  const SearchOutcome outcome = search_best_first(machine, options, first, live);
  EXPECT_FALSE(outcome.exhausted);
  ASSERT_EQ(outcome.limits.size(), 1u);
  EXPECT_EQ(outcome.limits[0], "stopped at 1 MB of memory (--memory)");
}

// ---- the shortest --------------------------------------------------------------------------------------------------

// Does any schedule with at most so many steps show a failure? Brute force, on a machine that follows waiting loops
// round by round as best-first does. Nothing: too many to tell.
std::optional<bool> fails_within(const Program& program, std::size_t steps, std::uint32_t visible_cells) {
  static LiveState live;
  ToyMachine machine(program);
  machine.visible_cells = visible_cells;
  machine.keeps_history = false;
  machine.compare_states();
  CheckOptions options;
  options.bounds.depth = steps;
  options.bounds.transitions = 300'000;
  First first;
  const SearchOutcome outcome = search_dfs(machine, options, first, live);
  if (!first.what.empty()) return true;
  if (outcome.stats.transitions >= 300'000) return std::nullopt;
  return false;
}

TEST(BestFirst, NoShorterScheduleShowsAFailure) {
  const std::uint64_t programs = campaign_size(1000);
  unsigned compared = 0, shorter = 0;
  for (std::uint64_t i = 0; i < programs; ++i) {
    Generator generator(9'000'011 + i);
    const Program program = i % 3 == 0 ? generator.lock_program() : generator.program();
    const std::uint32_t cells = i % 2 == 0 ? kAllCells : 0;
    const Heuristics heuristics = heuristics_of(static_cast<unsigned>(i % 16));
    const First shortest = search(program, heuristics, true, cells);
    const First any = search(program, heuristics, false, cells);
    ASSERT_EQ(shortest.what.empty(), any.what.empty()) << program.text();
    if (shortest.what.empty() || shortest.schedule.empty() || shortest.is_livelock) continue;
    ASSERT_LE(shortest.schedule.size(), any.schedule.size()) << program.text();
    shorter += shortest.schedule.size() < any.schedule.size();
    const std::optional<bool> fails = fails_within(program, shortest.schedule.size() - 1, cells);
    if (!fails) continue;
    ++compared;
    ASSERT_FALSE(*fails) << program.text();
    ASSERT_NE(fails_within(program, shortest.schedule.size(), cells), false) << program.text();
  }
  std::printf("%u programs with a failure; %u times the first one found was longer\n", compared, shorter);
  EXPECT_GT(compared, programs / 6);
  EXPECT_GT(shorter, programs / 20);
}

}  // namespace
}  // namespace heddle::toy::best_first
