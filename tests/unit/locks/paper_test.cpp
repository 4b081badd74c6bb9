// The examples of Kahlon, Ivancic, Gupta 2005, and what goes beyond them.
#include <gtest/gtest.h>

#include <algorithm>

#include "builder.h"
#include "explorer.h"
#include "locks/analysis.h"
#include "locks/candidates.h"

namespace heddle::locks {
namespace {

using Answer = Reachability::Answer;

// Section 5.1: thread_one and thread_two, which calls acq_rel_b, or acq_rel_a instead.
Builder section_5_1(const char* called) {
  Builder b;
  b.procedure("acq_rel_c", {"+c", "-c"});
  b.procedure("acq_rel_b", {"+b", "-b"});
  b.procedure("acq_rel_a", {"+a", "-a"});
  b.procedure("thread_one", {"+a", "acq_rel_c()", "+b", "-b", "-a"});
  b.procedure("thread_two", {"+c", "+d", called, "-d", "-c"});
  b.thread("thread_one");
  b.thread("thread_two");
  return b;
}

TEST(Kahlon, PairOfControlStatesIsReachableWithASchedule) {
  const Builder b = section_5_1("acq_rel_b()");
  Analysis analysis(b.program);
  const Place c4 = b.place("thread_one", 3), g4 = b.place("thread_two", 3);
  const Reachability answer = analysis.reach({&c4, 1}, {&g4, 1});
  ASSERT_EQ(answer.answer, Answer::kReachable);
  EXPECT_EQ(oracle::run(b.program, answer.schedule, {answer.standing[0], answer.standing[1]}), "");
  EXPECT_TRUE(Replayer(b.program).run(answer.schedule).wrong.empty());
}

TEST(Kahlon, PairIsUnreachableIfHistoriesContradict) {
  const Builder b = section_5_1("acq_rel_a()");
  Analysis analysis(b.program);
  const Place c4 = b.place("thread_one", 3), g4 = b.place("thread_two", 3);
  EXPECT_EQ(analysis.reach({&c4, 1}, {&g4, 1}).answer, Answer::kUnreachable);
  // The threads can still both be there, one after the other.
  const Place c5 = b.place("thread_one", 0);
  EXPECT_EQ(analysis.reach({&c5, 1}, {&g4, 1}).answer, Answer::kReachable);
}

// Section 2.
TEST(Kahlon, NestedAndNotNested) {
  for (const bool nested : {true, false}) {
    Builder b;
    b.procedure("bar", {"-b", "-a", "+c"});
    if (nested)
      b.procedure("foo", {"+a", "+b", "bar()", "-c"});
    else
      b.procedure("foo", {"+b", "+a", "bar()", "-c"});
    b.thread("foo");
    const Findings findings = Analysis(b.program).findings();
    EXPECT_EQ(findings.nested, nested);
    ASSERT_EQ(findings.warnings.size(), nested ? 0u : 1u);
    if (nested) continue;
    EXPECT_EQ(findings.warnings[0].kind, WarningKind::kNotNested);
    EXPECT_EQ(findings.warnings[0].where.place, b.place("bar", 0));
    EXPECT_EQ(findings.warnings[0].where.calls, std::vector{b.place("foo", 2)});
    EXPECT_EQ(b.program[findings.warnings[0].lock].name, "b");
  }
}

TEST(Kahlon, OppositeOrdersDeadlock) {
  Builder b;
  b.procedure("one", {"+a", "+b", "-b", "-a"});
  b.procedure("two", {"+b", "+a", "-a", "-b"});
  b.thread("one");
  b.thread("two");
  const Findings findings = Analysis(b.program).findings();
  ASSERT_EQ(findings.deadlocks.size(), 1u);
  EXPECT_EQ(findings.deadlocks[0].status, Status::kCertified);
  EXPECT_EQ(findings.deadlocks[0].cycle.size(), 2u);
}

TEST(Kahlon, AGateLockPreventsTheDeadlock) {
  Builder b;
  b.procedure("one", {"+g", "+a", "+b", "-b", "-a", "-g"});
  b.procedure("two", {"+g", "+b", "+a", "-a", "-b", "-g"});
  b.thread("one");
  b.thread("two");
  const Findings findings = Analysis(b.program).findings();
  EXPECT_TRUE(findings.deadlocks.empty());
  EXPECT_TRUE(findings.deadlocks_complete);
}

TEST(Kahlon, CycleOfThreeThreads) {
  Builder b;
  b.procedure("one", {"+a", "+b", "-b", "-a"});
  b.procedure("two", {"+b", "+c", "-c", "-b"});
  b.procedure("three", {"+c", "+a", "-a", "-c"});
  for (const char* name : {"one", "two", "three"}) b.thread(name);
  const Findings findings = Analysis(b.program).findings();
  ASSERT_EQ(findings.deadlocks.size(), 1u);
  EXPECT_EQ(findings.deadlocks[0].status, Status::kCertified);
  EXPECT_EQ(findings.deadlocks[0].cycle.size(), 3u);
}

// What pairs cannot see: section 6 of the paper would call this a deadlock.
TEST(Kahlon, PairwiseConsistentAndJointlyUnreachable) {
  Builder b;
  b.procedure("one", {"+a", "+c", "-c", "+b"});
  b.procedure("two", {"+c", "+b", "-b", "+a"});
  b.procedure("three", {"+c", "-c", "+b", "+a", "-a", "+c"});
  const char* const names[] = {"one", "two", "three"};
  const std::uint32_t last[] = {3, 3, 5};
  for (const char* name : names) b.thread(name);
  Analysis::State state(b.program, {});
  std::vector<Member> members;
  for (std::uint32_t t = 0; t < 3; ++t) {
    const Behaviour& behaviour = *state.threads.behaviour(ThreadId(t));
    const auto& points = behaviour.points(behaviour.symbol_of(b.place(names[t], 0).procedure, last[t]));
    ASSERT_EQ(points.size(), 1u);
    members.push_back({ThreadId(t), points[0]});
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(state.threads.consistent({members[i], members[(i + 1) % 3]})) << i;
  EXPECT_FALSE(state.threads.consistent(members));
  const oracle::Explored explored = oracle::explore(b.program);
  const Findings findings = Analysis(b.program).findings();
  EXPECT_FALSE(findings.deadlocks.empty());
  for (const Deadlock& deadlock : findings.deadlocks) {
    oracle::Explored::Cycle cycle;
    for (const Waiting& waiting : deadlock.cycle) cycle.emplace_back(waiting.where.place, waiting.lock);
    EXPECT_TRUE(explored.cycles.contains(oracle::smallest_first(cycle)));
    const auto at = [&](std::uint32_t t) {
      return std::ranges::any_of(cycle, [&](const auto& w) { return w.first == b.place(names[t], last[t]); });
    };
    EXPECT_FALSE(at(0) && at(1) && at(2));
  }
}

TEST(Locks, RacesAreListedWithCallsAndLocks) {
  Builder b;
  b.procedure("touch", {"x="});
  b.procedure("one", {"+m", "touch()", "-m"});
  b.procedure("two", {"+n", "x", "-n"});
  b.procedure("three", {"+m", "x", "-m"});
  for (const char* name : {"one", "two", "three"}) b.thread(name);
  const Findings findings = Analysis(b.program).findings();
  ASSERT_EQ(findings.races.size(), 1u);
  const Race& race = findings.races[0];
  EXPECT_EQ(race.status, Status::kCertified);
  EXPECT_EQ(race.accesses[0].place, b.place("touch", 0));
  EXPECT_EQ(race.accesses[0].calls, std::vector{b.place("one", 1)});
  EXPECT_EQ(race.accesses[0].held, std::vector{Held{b.lock("m")}});
  EXPECT_EQ(race.accesses[1].place, b.place("two", 1));
}

TEST(Locks, ForkAndJoinOrderAccesses) {
  Builder b;
  b.procedure("child", {"x="});
  b.procedure("main", {"x=", ".", "x=", ".", "x="});
  b.thread("main");
  const ThreadId child = b.thread("child", true);
  b.edge("main", 1).action = Fork{child};
  b.edge("main", 3).action = Join{{child}};
  const Findings findings = Analysis(b.program).findings();
  ASSERT_EQ(findings.races.size(), 1u);
  const auto places = {findings.races[0].accesses[0].place, findings.races[0].accesses[1].place};
  EXPECT_NE(std::ranges::find(places, b.place("main", 2)), places.end());
}

TEST(Locks, JoinWithALockThatTheJoinedThreadWants) {
  Builder b;
  b.procedure("child", {"+m", "-m"});
  b.procedure("main", {".", "+m", ".", "-m"});
  b.thread("main");
  const ThreadId child = b.thread("child", true);
  b.edge("main", 0).action = Fork{child};
  b.edge("main", 2).action = Join{{child}};
  const Findings findings = Analysis(b.program).findings();
  ASSERT_EQ(findings.deadlocks.size(), 1u);
  EXPECT_EQ(findings.deadlocks[0].status, Status::kCertified);
  const auto& cycle = findings.deadlocks[0].cycle;
  EXPECT_EQ(std::ranges::count_if(cycle, [](const Waiting& w) { return !w.lock; }), 1);
}

TEST(Locks, SeveralInstancesOfOneThread) {
  Builder b;
  b.procedure("worker", {"+m", "x=", "-m", "y="});
  b.procedure("main", {"."});
  b.thread("main");
  const ThreadId worker = b.thread("worker", true, true);
  b.edge("main", 0).action = Fork{worker};
  const Findings findings = Analysis(b.program).findings();
  ASSERT_EQ(findings.races.size(), 1u);
  EXPECT_EQ(findings.races[0].accesses[0].place, b.place("worker", 3));
  EXPECT_EQ(findings.races[0].status, Status::kCertified);
  const auto& participants = findings.races[0].schedule.participants;
  EXPECT_EQ(participants[0].thread, participants[1].thread);
  EXPECT_NE(participants[0].instance, participants[1].instance);
}

// An array of locks: nothing is excluded by it, and nothing is certified against it.
TEST(Locks, LocksThatStandForSeveral) {
  Builder b;
  b.lock("forks", false, false);
  b.procedure("philosopher", {"+forks", "+forks", "x=", "-forks", "-forks"});
  b.thread("philosopher", false, true);
  const Findings findings = Analysis(b.program).findings();
  ASSERT_EQ(findings.races.size(), 1u);
  EXPECT_EQ(findings.races[0].status, Status::kUnknown);
  EXPECT_FALSE(findings.deadlocks.empty());
  for (const Deadlock& deadlock : findings.deadlocks) EXPECT_EQ(deadlock.status, Status::kUnknown);
}

TEST(Locks, UnknownLocksProtectNothingForSure) {
  Builder b;
  b.procedure("one", {".", "x=", "."});
  b.procedure("two", {"x="});
  b.thread("one");
  b.thread("two");
  b.edge("one", 0).action = Acquire{{}, Mode::kExclusive, false, true};
  b.edge("one", 2).action = Release{{}, true};
  Findings findings = Analysis(b.program).findings();
  ASSERT_EQ(findings.races.size(), 1u);
  EXPECT_EQ(findings.races[0].status, Status::kCertified);
  b.program.threads[1].entry = b.place("one", 0).procedure;
  findings = Analysis(b.program).findings();
  ASSERT_EQ(findings.races.size(), 1u);
  EXPECT_EQ(findings.races[0].status, Status::kUnknown);
}

TEST(Locks, Warnings) {
  Builder b;
  b.procedure("one", {"+m", "+n", "~m", "-m"});
  b.thread("one");
  const Findings findings = Analysis(b.program).findings();
  const auto count = [&](WarningKind kind) {
    return std::ranges::count_if(findings.warnings, [&](const Warning& w) { return w.kind == kind; });
  };
  EXPECT_EQ(count(WarningKind::kHeldAtEnd), 1);
  EXPECT_EQ(count(WarningKind::kWaitWithLock), 1);
  EXPECT_EQ(count(WarningKind::kNotNested), 1);  // the wait releases m before n
}

}  // namespace
}  // namespace heddle::locks
