// Small programs that a plausible but wrong reduction gets wrong, and numbers of executions that theory fixes.
// Each program runs under every search; brute force comes along, so that the stated truth is checked as well.
#include <gtest/gtest.h>

#include "compare.h"

namespace heddle::toy {
namespace {

using enum Code;
constexpr MemoryOrder kRelaxed = MemoryOrder::Relaxed, kRelease = MemoryOrder::Release, kAcquire = MemoryOrder::Acquire;
constexpr std::uint8_t a = 0, b = 1, f = 2, m = 0, n = 1, s = 0, x = 0, y = 1;

constexpr Way kExhaustive[] = {Way::Dfs,       Way::Dpor,           Way::DporNoSleep, Way::Optimal,
                               Way::Selective, Way::InvisibleFirst, Way::Composed};

void expect_race(const Program& p) {
  for (Way way : kExhaustive) EXPECT_TRUE(explore(p, way).racy) << static_cast<int>(way) << "\n" << p.text();
}

// Nothing to complain about, and the whole space was covered.
void expect_clean(const Program& p) {
  for (Way way : kExhaustive) {
    const Findings found = explore(p, way);
    EXPECT_FALSE(found.racy) << p.text();
    EXPECT_TRUE(found.failures.empty()) << *found.failures.begin() << "\n" << p.text();
    EXPECT_TRUE(found.outcome.exhausted) << p.text();
  }
}

void expect_failure(const Program& p, const std::string& beginning) {
  for (Way way : kExhaustive)
    EXPECT_TRUE(explore(p, way).found(beginning)) << static_cast<int>(way) << "\n" << p.text();
}

void expect_same_ends(const Program& p) {
  const Findings truth = explore(p, Way::Dfs);
  for (Way way : kExhaustive) {
    const Findings found = explore(p, way);
    EXPECT_EQ(found.finals, truth.finals) << p.text();
    EXPECT_EQ(found.failures, truth.failures) << p.text();
  }
}

TEST(Counterexamples, LastDependentOnlyWithSleepSets) {
  expect_same_ends(Program::of({{{Store, a, 2}},
                                {{Load, b}, {Load, a}, {SkipUnless, 0, 1}, {SemWait, s}},
                                {{Load, a}, {SkipUnless, 2, 1}, {Store, a, 1}}}));
}

TEST(Counterexamples, BlockedOperationsCount) {
  expect_failure(Program::of({{{SemPost, s}, {SemWait, s}}, {{Store, a, 1}, {SemWait, s}}}), "deadlock");
}

TEST(Counterexamples, ReadThenWriteThroughRelaxedFlag) {
  expect_race(Program::of(
      {{{Read, x}, {Store, a, 1, 0, kRelaxed}}, {{Load, a, 0, 0, kRelaxed}, {SkipUnless, 1, 1}, {Write, x, 1}}}));
}

TEST(Counterexamples, ReadThenWriteAroundSemaphore) {
  expect_race(Program::of({{{SemPost, s}, {Read, x}}, {{SemWait, s}, {Write, x, 1}}}));
}

TEST(Counterexamples, ReleaseSequenceEndedByAnotherThread) {
  expect_race(Program::of({{{Write, x, 1}, {Store, a, 1, 0, kRelease}},
                           {{Load, a, 0, 0, kRelaxed}, {SkipUnless, 1, 1}, {Store, a, 2, 0, kRelaxed}},
                           {{Load, a, 0, 0, kAcquire}, {SkipUnless, 2, 1}, {Write, x, 2}}}));
}

TEST(Counterexamples, PostAndWaitThatCommuteInState) {
  Program p = Program::of({{{Write, x, 1}, {SemPost, s}}, {{SemWait, s}, {Write, x, 2}}});
  expect_clean(p);
  p.semaphores[s] = 1;
  expect_race(p);
}

TEST(Counterexamples, CriticalSectionsThatCommuteInState) {
  expect_race(
      Program::of({{{Write, x, 1}, {Store, f, 1, 0, kRelaxed}, {Lock, m}, {Read, y}, {Unlock, m}},
                   {{Load, f, 0, 0, kRelaxed}, {SkipUnless, 1, 4}, {Lock, m}, {Read, y}, {Unlock, m}, {Write, x, 2}}}));
}

TEST(Counterexamples, AccessesBeforeAndAfterTheLock) {
  expect_race(Program::of({{{Write, x, 1}, {Lock, m}, {Unlock, m}}, {{Lock, m}, {Unlock, m}, {Write, x, 2}}}));
}

TEST(Counterexamples, MainReturnsWhileAnotherRuns) {
  Program p;
  p.threads = {{{Create, 1}}, {{Load, a}, {AssertNot, 0}}};
  expect_failure(p, "assertion");
}

TEST(Counterexamples, AFailureDoesNotHideAnother) {
  const Program p = Program::of({{{Load, a}, {AssertNot, 0}}, {{Load, b}, {AssertNot, 0}}});
  expect_failure(p, "assertion 1");
  expect_failure(p, "assertion 2");
}

// The failing step ends the execution, so the race is only seen if the other thread comes first.
TEST(Counterexamples, AFailureDoesNotHideARace) {
  expect_race(Program::of({{{Load, a}, {Read, x}, {AssertNot, 0}}, {{Load, b}, {Write, x, 1}}}));
}

// As before, but it is the other thread's step that lets the failing one go on.
TEST(Counterexamples, AFailureInAnothersStepDoesNotHideARace) {
  Program p;
  p.threads = {{{Create, 1}, {Create, 2}},
               {{Store, a, 1}, {Write, x, 1}, {Once, 0, 0}, {OnceEnd, 0}, {AssertNot, 0}},
               {{Once, 0, 0}, {OnceEnd, 0}, {Once, 1, 1}, {Write, x, 0}, {OnceEnd, 1}}};
  expect_race(p);
}

// Whenever the first thread comes before the store, the circle of locks ends the execution before the third can read.
TEST(Counterexamples, ACircleOfLocksDoesNotHideARace) {
  expect_race(Program::of({{{Lock, m}, {Write, x, 1}, {Lock, n}},
                           {{Lock, n}, {Store, f, 1, 0, kRelaxed}, {Lock, m}},
                           {{Load, f, 0, 0, kRelaxed}, {SkipUnless, 1, 1}, {Write, x, 2}}}));
}

TEST(Counterexamples, TryLockSeesTheHolder) {
  const Program p = Program::of({{{Lock, m}, {Unlock, m}, {Store, f, 1}},
                                 {{Load, f}, {SkipUnless, 1, 3}, {TryLock, m}, {SkipUnless, 16, 1}, {Store, a, 1}},
                                 {{Lock, m}, {Load, b}, {Unlock, m}}});
  expect_same_ends(p);
  EXPECT_EQ(explore(p, Way::Dpor).finals.size(), explore(p, Way::Dfs).finals.size());
}

TEST(Counterexamples, SpinsTerminate) {
  expect_clean(Program::of({{{SpinWhile, a, 0}}, {{Store, a, 1}}}));
  const Script contender = {{SpinTestAndSet, a}, {Read, x}, {Write, x, 1}, {Store, a, 0}};
  expect_clean(Program::of({contender, contender}));
  expect_failure(Program::of({{{SpinWhile, a, 0}}, {{Load, a}}}), "deadlock");
}

TEST(Counterexamples, SpinOnEitherOfTwoWrites) {
  expect_same_ends(
      Program::of({{{SpinWhile, a, 0}, {Load, a}, {Load, b}}, {{Store, a, 1}}, {{Add, a, 2}, {Store, b, 1}}}));
}

TEST(Counterexamples, WaiterLeftBehindAtExitIsNoBug) {
  Program p;
  p.threads = {{{Create, 1}}, {{Lock, m}, {CondWait, 0, m}, {Unlock, m}}};
  expect_clean(p);
}

TEST(Counterexamples, LocksInOppositeOrder) {
  const Program p =
      Program::of({{{Lock, m}, {Lock, n}, {Unlock, n}, {Unlock, m}}, {{Lock, n}, {Lock, m}, {Unlock, m}, {Unlock, n}}});
  expect_failure(p, "deadlock");
  expect_same_ends(p);
}

TEST(Counterexamples, LostSignal) {
  expect_failure(Program::of({{{Lock, m}, {CondWait, 0, m}, {Unlock, m}}, {{Signal, 0}}}), "deadlock");
}

TEST(Counterexamples, WhoRunsTheOnce) {
  const Script caller = {{Once, 0, 1}, {Add, a, 1}, {OnceEnd, 0}, {Load, a}};
  expect_same_ends(Program::of({caller, caller}));
  EXPECT_EQ(explore(Program::of({caller, caller}), Way::Dpor).finals.size(), 2u);
}

// The step in which T2 ends the once says nothing of it in its own operation, but T1's attempt does not go together
// with it.
TEST(Counterexamples, AnAttemptAtAOnceThatEndsSilently) {
  Program p;
  p.threads = {{{Create, 1}, {Create, 2}, {Add, b, 1}, {Once, 0, 0}},
               {{Choose, 2}, {Once, 0, 1}},
               {{Once, 0, 3}, {Choose, 2}, {SkipUnless, 0, 1}, {Add, b, 1}, {OnceEnd, 0}, {Add, b, 1}}};
  expect_same_ends(p);
}

// main ends the process at any time; what sleeps at a planned step must not keep the rest from being planned.
TEST(Counterexamples, ExitsBetweenTheStepsOfABarrier) {
  Program p;
  p.threads = {{{Create, 1}, {Create, 2}, {Create, 3}}, {{Arrive, 0}, {Add, b, 1}}, {{Add, a, 1}}, {{Arrive, 0}}};
  expect_same_ends(p);
}

// Which waiter T0 wakes is left open where the wake is planned. Its outcomes have to be explored in the place of the
// plan: put behind T3, whose race with the end of the process is planned beyond the wake, the two wait for each other.
TEST(Counterexamples, AWakePlannedBeforeAnotherBranch) {
  Program p;
  p.threads = {{{Create, 1},
                {Lock, 0},
                {FutexWait, a, 0},
                {Unlock, 0},
                {Create, 2},
                {Lock, 0},
                {Unlock, 0},
                {Create, 3},
                {FutexWake, b, 1}},
               {{Store, a, 1}, {FutexWake, b, 0}},
               {{Add, a, 1}},
               {{Lock, 0}, {Load, a}, {SkipUnless, 1, 1}, {FutexWake, b, 0}}};
  expect_same_ends(p);
  EXPECT_EQ(explore(p, Way::Optimal).outcome.used_search, "optimal");
}

// Either reader alone keeps the writer out, so that neither of them is what it waits for; but it can come first.
TEST(Counterexamples, AWriterBeforeTwoReadersThatNeedEachOther) {
  const Program p = Program::of({{{ReadLock, 0}, {Store, a, 1}, {SpinWhile, b, 0}, {RwUnlock, 0}},
                                 {{ReadLock, 0}, {Store, b, 1}, {SpinWhile, a, 0}, {RwUnlock, 0}},
                                 {{WriteLock, 0}, {Load, a}, {AssertNot, 0}, {RwUnlock, 0}}});
  expect_failure(p, "assertion");
  EXPECT_EQ(explore(p, Way::Optimal).outcome.used_search, "optimal");
}

// T0's wait is planned where the semaphore has nothing yet. T3, planned beyond it, then comes before what was planned
// beside it, and sleeps there: that plan no longer stands for all that may follow.
TEST(Counterexamples, WhatIsPlannedBeyondAnImpossibleStep) {
  Program p;
  p.threads = {{{Create, 1}, {Create, 2}, {Create, 3}, {SemWait, 0}},
               {{SemTryWait, 0}, {Add, b, 1}, {Exit}},
               {{Add, b, 1}, {SemPost, 0}},
               {{Store, a, 0}, {Add, b, 1}}};
  expect_same_ends(p);
  EXPECT_EQ(explore(p, Way::Optimal).outcome.used_search, "optimal");
}

TEST(Counterexamples, WhoComesFirstRunsTheInitialisation) {
  const Script caller = {{Once, 0, 1}, {Store, a, 1}, {OnceEnd, 0}, {Load, a}};
  const Findings found = explore(Program::of({caller, caller, caller}), Way::Optimal);
  EXPECT_TRUE(found.outcome.exhausted);
  EXPECT_EQ(found.outcome.used_search, "optimal");
  EXPECT_EQ(found.outcome.stats.executions, 3u);
  EXPECT_EQ(found.outcome.stats.blocked, 0u);
  // Who finds it done from the beginning races with nobody.
  Program p;
  p.threads = {
      {{Once, 0, 1}, {Store, a, 1}, {OnceEnd, 0}, {Create, 1}, {Create, 2}, {Join, 1}, {Join, 2}}, caller, caller};
  EXPECT_EQ(explore(p, Way::Optimal).outcome.stats.executions, 1u);
  expect_same_ends(p);
}

// Whether the step by which T0 begins to wait for itself ends the execution must not depend on what else can run.
TEST(Counterexamples, AnInitialisationThatNeedsItself) {
  Program p;
  p.threads = {{{Create, 1}, {Create, 2}, {Once, 0, 2}, {Once, 0, 0}},
               {{Signal, 0}},
               {{Lock, 0}, {CondWait, 0, 0}, {Unlock, 1}}};
  expect_failure(p, "misuse");
  expect_failure(p, "deadlock");
}

// T2 fails in the step that locks, which is therefore dependent with T1's last one, the lock of another mutex. That
// says nothing about whether T2's mutex was free there.
TEST(Counterexamples, AFailureRightAfterALock) {
  const Program p = Program::of({{{Lock, 0}, {Once, 0, 2}, {Lock, 1}, {OnceEnd, 0}, {Unlock, 0}},
                                 {{Lock, 0}, {Once, 0, 0}, {Unlock, 0}, {Unlock, 0}, {Unlock, 0}}});
  expect_failure(p, "misuse 2@3");
  expect_failure(p, "misuse 2@4");
}

// An error-checking mutex that is not theirs: the calls return an error, whoever comes first.
TEST(Counterexamples, UnlockingWhatOneDoesNotHave) {
  Program p;
  p.threads = {{{Create, 1}, {Create, 2}}, {{Store, 0, 1}, {Unlock, 1, 2}}, {{Lock, 1, 2}}};
  expect_same_ends(p);
  p.threads = {{{Create, 1}, {Create, 2}, {Join, 2}}, {{Unlock, 1, 2}}, {{TryLock, 0}, {Unlock, 1, 2}}};
  expect_same_ends(p);
}

// T0's wait is planned with its outcome left open, and later once more with T3's after it: when the first has been
// explored the second is asleep, and what was planned after it must not be lost.
TEST(Counterexamples, AnOutcomeLeftOpenAndItsContinuation) {
  Program p;
  p.threads = {{{Create, 1}, {Create, 2}, {Create, 3}, {FutexWait, b, 0}},
               {{FutexWake, b, 1}},
               {{Store, b, 1}, {FutexWait, b, 0}},
               {{FutexWait, b, 0}}};
  expect_same_ends(p);
  EXPECT_EQ(explore(p, Way::Optimal).outcome.used_search, "optimal");
}

// T0 fails in its first step. That was explored before anybody else had done anything, which says nothing about T0
// after T2.
TEST(Counterexamples, AFailingStepAfterAnother) {
  Program p;
  p.threads = {{{Create, 1}, {Create, 2}, {Once, 0, 1}, {Write, 1, 0}, {Once, 0, 1}},
               {{Once, 0, 0}},
               {{Store, 1, 2, 2}, {Write, 1, 1}}};
  for (const Way way : {Way::Dfs, Way::Dpor, Way::Optimal}) {
    Setting setting;
    setting.options.keep_going = true;
    EXPECT_TRUE(explore(p, way, setting).racy);
  }
}

// The initialiser threw: the others contend again.
TEST(Counterexamples, AnInitialisationThatIsGivenUp) {
  const Script fails = {{Once, 0, 1}, {Store, a, 1}, {OnceEnd, 0, 1}, {Load, b}};
  const Script caller = {{Once, 0, 1}, {Store, b, 1}, {OnceEnd, 0}, {Load, a}};
  expect_same_ends(Program::of({fails, caller, caller}));
}

TEST(Counterexamples, OutcomesBeyondARace) {
  Program p;
  p.threads = {{{Create, 1}, {Create, 2}, {Create, 3}, {Join, 2}, {Join, 3}},
               {{TryReadLock, 0}},
               {{TryReadLock, 0}, {RwUnlock, 0}},
               {{Choose, 2}}};
  expect_same_ends(p);
}

TEST(Counterexamples, ACompareExchangeThatFailsInOneOrder) {
  Program p;
  p.threads = {
      {{Create, 1}, {Create, 2}, {Create, 3}}, {{CompareExchange, a, 2, 2}}, {{Load, a}}, {{CompareExchange, b, 0, 1}}};
  expect_same_ends(p);
}

// ---- numbers of executions --------------------------------------------------------------------------------------

std::uint64_t executions(const Program& p, Way way) {
  const Findings found = explore(p, way);
  EXPECT_TRUE(found.outcome.exhausted);
  return found.outcome.stats.executions;
}

TEST(Executions, BruteForceTriesEveryInterleaving) {
  const Script two = {{Store, a, 1}, {Store, b, 1}};
  EXPECT_EQ(executions(Program::of({two, two}), Way::Dfs), 6u);
  EXPECT_EQ(executions(Program::of({{{Choose, 3}}, {{Load, a}}}), Way::Dfs), 6u);
}

TEST(Executions, IndependentThreadsNeedOne) {
  const Program p = Program::of({{{Store, 0, 1}, {Load, 0}}, {{Store, 1, 1}, {Load, 1}}, {{Lock, m}, {Unlock, m}}});
  EXPECT_EQ(executions(p, Way::Dpor), 1u);
  EXPECT_EQ(explore(p, Way::Dpor).outcome.stats.blocked, 0u);
}

TEST(Executions, OrdersOfOneLock) {
  const Script section = {{Lock, m}, {Unlock, m}};
  EXPECT_EQ(executions(Program::of({section, section}), Way::Dpor), 2u);
  EXPECT_EQ(executions(Program::of({section, section, section}), Way::Dpor), 6u);
}

// Main starts the threads and returns.
Program without_joins(std::vector<Script> children) {
  const std::size_t count = children.size();
  Program p = Program::of(std::move(children));
  p.threads[0].resize(count);
  p.semaphores = {1};
  p.barriers = {1};
  return p;
}
constexpr std::uint8_t of(What what) { return static_cast<std::uint8_t>(what); }

TEST(Counterexamples, UseOfWhatWasDestroyedBeforeTheProcessEnds) {
  expect_failure(without_joins({{{Arrive, 0}, {Destroy, 0, of(What::Barrier)}, {Store, a, 1}},
                                {{Load, a}, {SkipUnless, 1, 1}, {Arrive, 0}}}),
                 "misuse 2@2");
}

TEST(Counterexamples, AnInitialisationThatMakesOthersWait) {
  expect_race(without_joins({{{Store, a, 1}, {Init, s, of(What::Semaphore), 0}}, {{SemWait, s}}}));
}

TEST(Counterexamples, FreeOrStoreWhereRacesHappen) {
  Setting setting;
  setting.detects_races = false;
  setting.visible_cells = ~0u;
  const Program p = Program::of({{{Store, a, 1}}, {{Store, b, 1}, {Free, a, of(What::Atomic)}}});
  for (Way way : kExhaustive) EXPECT_TRUE(explore(p, way, setting).found("use after free 1@0")) << static_cast<int>(way);
}

TEST(Executions, ReadersOfOneWriter) {
  const Script reader = {{Load, a}};
  EXPECT_EQ(executions(Program::of({{{Store, a, 1}}, reader}), Way::Dpor), 2u);
  EXPECT_EQ(executions(Program::of({{{Store, a, 1}}, reader, reader}), Way::Dpor), 4u);
  EXPECT_EQ(executions(Program::of({{{Store, a, 1}}, reader, reader, reader}), Way::Dpor), 8u);
}

TEST(Executions, ChoicesMultiply) { EXPECT_EQ(executions(Program::of({{{Choose, 3}}, {{Choose, 2}}}), Way::Dpor), 6u); }

TEST(Executions, FailedCompareExchangeOnlyReads) {
  const Script fails = {{CompareExchange, a, 7, 1}};
  EXPECT_EQ(executions(Program::of({fails, fails}), Way::Dpor), 1u);
}

TEST(Executions, WhatFollowsAJoinIsOrdered) {
  Program p;
  p.threads = {
      {{Create, 1}, {Create, 2}, {Create, 3}, {Join, 1}, {Join, 2}, {Join, 3}, {Load, 0}, {Load, 1}, {Load, 2}},
      {{Store, 0, 1}},
      {{Store, 1, 1}},
      {{Store, 2, 1}}};
  EXPECT_EQ(executions(p, Way::Dpor), 1u);
}

TEST(Executions, WhatFollowsAnInvisibleUnlockIsOrdered) {
  // Both orders of the lock; the accesses inside and after are ordered by it, but for the last.
  const Program p = Program::of({{{Lock, m}, {Store, a, 1}, {Unlock, m}}, {{Lock, m}, {Load, a}, {Unlock, m}}});
  EXPECT_EQ(executions(p, Way::Dpor), 2u);
}

TEST(Executions, PrivatePartsOfABarrier) {
  const Program p = Program::of({{{Store, a, 1}, {Arrive, 0}, {Load, b}}, {{Store, b, 1}, {Arrive, 0}, {Load, a}}});
  EXPECT_EQ(executions(p, Way::Dpor), 2u);  // who arrives last
}

}  // namespace
}  // namespace heddle::toy
