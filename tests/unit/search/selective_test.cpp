// The pieces of the lock-based reductions: persistent sets, net effects, iterative deepening; and dining philosophers.
#include <gtest/gtest.h>

#include "compare.h"

namespace heddle::toy {
namespace {

using enum Code;
constexpr std::uint8_t a = 0, b = 1, m = 0, x = 0, y = 1;
constexpr Way kWays[] = {Way::Selective, Way::InvisibleFirst, Way::Composed};

// ---- persistent sets --------------------------------------------------------------------------------------------

Footprint locks(Address mutex) {
  Operation op;
  op.kind = OperationKind::MutexLock;
  op.object = mutex;
  return footprint_of(op);
}

MayDo may_lock(std::initializer_list<Address> mutexes) {
  MayDo may{.everything = false, .touches = {}};
  for (const Address mutex : mutexes) {
    may.touches.push_back({OperationKind::MutexLock, mutex, 1});
    may.touches.push_back({OperationKind::MutexUnlock, mutex, 1});
  }
  return may;
}

PersistentSet::Member member(unsigned thread, Address wants, const MayDo* may) {
  return {ThreadId(static_cast<std::uint16_t>(thread)), true, OperationKind::MutexLock, locks(wants), may, {}};
}

// The paper's example: three philosophers, the first has its left fork, the others have none. Only its neighbour may
// interfere with the fork it wants.
TEST(PersistentSets, Philosophers) {
  const MayDo may[] = {may_lock({10, 11}), may_lock({11, 12}), may_lock({12, 10})};
  PersistentSet sets;
  sets.look({member(0, 11, &may[0]), member(1, 11, &may[1]), member(2, 12, &may[2])});
  const ThreadSet chosen = sets.choose({});
  EXPECT_EQ(chosen.size(), 2u);
  EXPECT_TRUE(chosen.has(ThreadId(0)) && chosen.has(ThreadId(1)));
}

TEST(PersistentSets, NothingKnownMeansEverybody) {
  const MayDo may = may_lock({10});
  PersistentSet sets;
  sets.look({member(0, 10, &may), member(1, 20, nullptr)});
  // The second thread may do anything, also to the first one's mutex; the first can do nothing to the second's.
  const ThreadSet chosen = sets.choose({});
  EXPECT_EQ(chosen.size(), 1u);
  EXPECT_TRUE(chosen.has(ThreadId(1)));
  sets.look({member(0, 10, nullptr), member(1, 20, nullptr)});
  EXPECT_EQ(sets.choose({}).size(), 2u);
}

TEST(PersistentSets, WhoWaitsForAMemberDoesNothing) {
  const MayDo first = may_lock({10}), second = may_lock({20}), all{};
  PersistentSet::Member joiner = member(0, 0, &all);
  joiner.enabled = false;
  joiner.kind = OperationKind::Join;
  joiner.footprint = {};
  joiner.needed = {ThreadId(1)};
  PersistentSet sets;
  sets.look({joiner, member(1, 10, &first), member(2, 20, &second)});
  const ThreadSet chosen = sets.choose({});  // the other one would leave the joiner free to go on
  EXPECT_EQ(chosen.size(), 1u);
  EXPECT_TRUE(chosen.has(ThreadId(1)));
}

TEST(PersistentSets, AnUnknownWakeUpMeansEverybody) {
  const MayDo may = may_lock({10}), all{};
  PersistentSet::Member waiter = member(0, 0, &all);
  waiter.enabled = false;
  waiter.kind = OperationKind::BarrierLeave;
  waiter.footprint = {};
  PersistentSet sets;
  sets.look({waiter, member(1, 10, &may), member(2, 20, &may)});
  EXPECT_EQ(sets.choose({}).size(), 2u);
}

TEST(PersistentSets, ASetThatSleepsNeedsNothingMore) {
  const MayDo may = may_lock({10});
  PersistentSet sets;
  sets.look({member(0, 10, &may), member(1, 20, &may)});
  ThreadSet sleep;
  sleep.add(ThreadId(1));
  EXPECT_TRUE(sleep.contains(sets.choose(sleep)));
}

// ---- numbers of executions --------------------------------------------------------------------------------------

std::uint64_t executions(const Program& p, Way way) {
  const Findings found = explore(p, way);
  EXPECT_TRUE(found.outcome.exhausted);
  EXPECT_FALSE(found.racy);
  return found.outcome.stats.executions;
}

TEST(LockReductions, IndependentThreadsNeedOneExecution) {
  const Program p = Program::of({{{Store, 0, 1}, {Load, 0}}, {{Store, 1, 1}, {Load, 1}}, {{Lock, m}, {Unlock, m}}});
  for (const Way way : kWays) EXPECT_EQ(executions(p, way), 1u);
}

TEST(LockReductions, SectionsThatReadCommute) {
  const Script reads = {{Lock, m}, {Read, x}, {Unlock, m}};
  const Program p = Program::of({reads, reads, reads});
  EXPECT_EQ(executions(p, Way::Selective), 6u);
  EXPECT_EQ(executions(p, Way::InvisibleFirst), 6u);
  EXPECT_EQ(executions(p, Way::Composed), 1u);
}

TEST(LockReductions, SectionsThatWriteDoNot) {
  const Script writes = {{Lock, m}, {Write, x, 1}, {Unlock, m}};
  EXPECT_EQ(executions(Program::of({writes, writes}), Way::Composed), 2u);
  EXPECT_EQ(executions(Program::of({writes, {{Lock, m}, {Write, y, 1}, {Unlock, m}}}), Way::Composed), 1u);
}

TEST(LockReductions, ASectionOfTwoTransitionsIsNone) {
  const Script section = {{Lock, m}, {Load, a}, {Unlock, m}};
  EXPECT_EQ(executions(Program::of({section, section}), Way::Composed), 2u);
}

// ---- what nobody foresaw ----------------------------------------------------------------------------------------

// Says of the threads that main creates that they do nothing.
struct Deceived : ToyMachine {
  using ToyMachine::ToyMachine;
  const MayDo nothing{.everything = false, .touches = {}};
  const MayDo* may_do(ThreadId t) const override { return t == kMainThread ? ToyMachine::may_do(t) : &nothing; }
};

template <class M>
SearchOutcome selective(const Program& p) {
  M machine(p);
  static LiveState live;
  Findings findings;
  Collector collector(findings, 0);
  return search_selective(machine, CheckOptions{}, collector, live);
}

TEST(LockReductions, WhatNobodyForesawIsNotCovered) {
  const Program p = Program::of({{{Lock, m}, {Unlock, m}}, {{Lock, m}, {Unlock, m}}});
  EXPECT_TRUE(selective<ToyMachine>(p).exhausted);
  const SearchOutcome outcome = selective<Deceived>(p);
  EXPECT_FALSE(outcome.exhausted);
  ASSERT_FALSE(outcome.limits.empty());
  EXPECT_NE(outcome.limits[0].find("internal error"), std::string::npos) << outcome.limits[0];
}

// ---- what races do ----------------------------------------------------------------------------------------------

TEST(LockReductions, ARacyFlagIsMadeVisible) {
  const Program p = Program::of({{{Write, x, 1}, {Write, x, 2}}, {{Read, x}, {AssertNot, 1}}});
  Setting setting;
  setting.detects_races = false;
  EXPECT_FALSE(explore(p, Way::Selective, setting).found("assertion"));
  const Findings found = explore(p, Way::InvisibleFirst, setting);
  EXPECT_TRUE(found.found("assertion"));
  EXPECT_TRUE(found.outcome.every_interleaving || !found.outcome.exhausted);
}

TEST(LockReductions, DeepeningFindsTheSame) {
  const Program p = Program::of({{{Store, a, 1}, {Load, b}, {Store, a, 2}}, {{Store, b, 1}, {Load, a}, {Load, a}}});
  Setting setting;
  setting.deepening = {.endless = 2, .shallow = 1};
  const Findings found = explore(p, Way::InvisibleFirst, setting);
  EXPECT_TRUE(found.outcome.exhausted);
  EXPECT_EQ(found.finals, explore(p, Way::Dfs).finals);
}

// ---- dining philosophers ----------------------------------------------------------------------------------------

Program philosophers(std::uint8_t count, bool ordered) {
  std::vector<Script> children;
  for (std::uint8_t i = 0; i < count; ++i) {
    std::uint8_t first = i, second = static_cast<std::uint8_t>((i + 1) % count);
    if (ordered && first > second) std::swap(first, second);
    children.push_back({{Lock, first}, {Lock, second}, {Unlock, second}, {Unlock, first}});
  }
  return Program::of(children);
}

TEST(Philosophers, TheDeadlockIsFound) {
  for (std::uint8_t count = 2; count <= 5; ++count) {
    for (const Way way : kWays) {
      Setting setting;
      setting.stop_after = 1;
      EXPECT_TRUE(explore(philosophers(count, false), way, setting).found("deadlock")) << int{count};
    }
  }
}

TEST(Philosophers, OrderedForksAreVerified) {
  for (std::uint8_t count = 2; count <= 5; ++count) {
    for (const Way way : kWays) {
      const Findings found = explore(philosophers(count, true), way);
      EXPECT_TRUE(found.outcome.exhausted && found.failures.empty() && !found.racy) << int{count};
    }
  }
}

}  // namespace
}  // namespace heddle::toy
