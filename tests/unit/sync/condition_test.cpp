#include "driver.h"

namespace heddle::sync {
namespace {

using ConditionTest = SyncTest;

TEST_F(ConditionTest, WaitReleasesTheMutexAndNeedsAWakeUpAndTheMutex) {
  run(T1, K::MutexLock, M);
  const Effect wait = run(T1, wait_for(C, M));
  EXPECT_EQ(edges(wait), list({{EdgeKind::Unlock, id(M)}}));
  ASSERT_TRUE(wait.next);
  const Operation wake_up = *wait.next;
  EXPECT_EQ(wake_up.kind, K::CondReacquire);
  EXPECT_EQ(wake_up.object, C);
  EXPECT_EQ(wake_up.argument, M);
  EXPECT_TRUE(world.busy(id(C)));
  EXPECT_FALSE(world.busy(id(M)));
  EXPECT_FALSE(enabled(T1, wake_up));
  EXPECT_EQ(world.provider(T1, wake_up), std::nullopt);

  run(T2, K::MutexLock, M);
  EXPECT_EQ(run(T2, K::CondSignal, C).edge_count, 0);
  EXPECT_FALSE(world.busy(id(C)));
  EXPECT_FALSE(enabled(T1, wake_up));
  EXPECT_EQ(world.provider(T1, wake_up), T2);
  run(T2, K::MutexUnlock, M);
  const Effect back = run(T1, wake_up);
  EXPECT_EQ(back.result, 0);
  EXPECT_EQ(edges(back), list({{EdgeKind::Lock, id(M)}}));
  EXPECT_EQ(world.held_by(T1), std::vector{id(M)});
}

TEST_F(ConditionTest, ASignalWithoutWaitersIsLost) {
  EXPECT_EQ(world.outcomes(T2, op(K::CondSignal, C)), 1);
  run(T2, K::CondSignal, C);
  EXPECT_FALSE(enabled(T1, waits(T1, C, M)));
}

TEST_F(ConditionTest, ASignalChoosesAmongTheWaitersInThreadOrder) {
  const Operation third = waits(T3, C, M), first = waits(T1, C, M), second = waits(T2, C, M);
  const Operation signal = op(K::CondSignal, C);
  ASSERT_EQ(world.outcomes(T0, signal), 3);
  const Journal::Mark mark = journal.mark();
  for (Choice choice = 0; choice < 3; ++choice) {
    run(T0, signal, choice);
    EXPECT_EQ(enabled(T1, first), choice == 0);
    EXPECT_EQ(enabled(T2, second), choice == 1);
    EXPECT_EQ(enabled(T3, third), choice == 2);
    EXPECT_EQ(world.outcomes(T0, signal), 2);
    journal.undo_to(mark);
  }
}

TEST_F(ConditionTest, ABroadcastWakesAll) {
  const Operation first = waits(T1, C, M), second = waits(T2, C, M);
  run(T0, K::CondBroadcast, C);
  EXPECT_TRUE(enabled(T1, first));
  EXPECT_TRUE(enabled(T2, second));
  run(T1, first);
  EXPECT_FALSE(enabled(T2, second));
  EXPECT_EQ(world.provider(T2, second), T1);
}

TEST_F(ConditionTest, ATimedWaitMayGiveUpWhenTheMutexIsFree) {
  const Operation wake_up = waits(T1, C, M, K::CondTimedWait);
  EXPECT_TRUE(enabled(T1, wake_up));
  run(T2, K::MutexLock, M);
  EXPECT_FALSE(enabled(T1, wake_up));
  EXPECT_EQ(world.provider(T1, wake_up), T2);
  run(T2, K::MutexUnlock, M);
  EXPECT_EQ(world.outcomes(T1, wake_up), 1);
  EXPECT_EQ(run(T1, wake_up).result, ETIMEDOUT);
  EXPECT_EQ(world.held_by(T1), std::vector{id(M)});
  EXPECT_FALSE(world.busy(id(C)));
  EXPECT_EQ(world.outcomes(T2, op(K::CondSignal, C)), 1);
}

TEST_F(ConditionTest, ASignalToTimedWaitersMayComeTooLate) {
  const Operation first = waits(T1, C, M, K::CondTimedWait), second = waits(T2, C, M, K::CondTimedWait);
  const Operation signal = op(K::CondSignal, C);
  ASSERT_EQ(world.outcomes(T0, signal), 3);
  const Journal::Mark mark = journal.mark();
  run(T0, signal, 0);
  EXPECT_EQ(world.outcomes(T1, first), 1);
  EXPECT_EQ(run(T1, first).result, 0);
  run(T1, K::MutexUnlock, M);
  EXPECT_EQ(run(T2, second).result, ETIMEDOUT);
  journal.undo_to(mark);

  run(T0, signal, 2);  // both had given up
  EXPECT_FALSE(world.busy(id(C)));
  const Operation late = waits(T3, C, M);
  ASSERT_EQ(world.outcomes(T0, signal), 1);  // the next one can only be for the third
  run(T0, signal);
  EXPECT_TRUE(enabled(T3, late));
  EXPECT_EQ(run(T2, second).result, ETIMEDOUT);
  run(T2, K::MutexUnlock, M);
  EXPECT_EQ(run(T1, first).result, ETIMEDOUT);
}

TEST_F(ConditionTest, ASignalIsNotLostWhileSomeoneWaitsWithoutTimeLimit) {
  waits(T1, C, M, K::CondTimedWait);
  waits(T2, C, M);
  EXPECT_EQ(world.outcomes(T0, op(K::CondSignal, C)), 2);
}

TEST_F(ConditionTest, ABroadcastMayComeTooLateForEachTimedWaiter) {
  const Operation timed = waits(T1, C, M, K::CondTimedWait), other = waits(T2, C, M);
  run(T0, K::CondBroadcast, C);
  ASSERT_EQ(world.outcomes(T1, timed), 2);
  EXPECT_EQ(world.outcomes(T2, other), 1);
  const Journal::Mark mark = journal.mark();
  EXPECT_EQ(run(T1, timed, 0).result, 0);
  journal.undo_to(mark);
  EXPECT_EQ(run(T1, timed, 1).result, ETIMEDOUT);
}

TEST_F(ConditionTest, SpuriousWakeUpsWhenAskedFor) {
  const Operation wake_up = waits(T1, C, M), timed = waits(T2, C, M, K::CondTimedWait);
  EXPECT_FALSE(enabled(T1, wake_up));
  world.set_spurious(true);
  EXPECT_TRUE(enabled(T1, wake_up));
  EXPECT_EQ(world.outcomes(T1, wake_up), 1);
  ASSERT_EQ(world.outcomes(T2, timed), 2);
  const Journal::Mark mark = journal.mark();
  EXPECT_EQ(run(T1, wake_up).result, 0);
  journal.undo_to(mark);
  EXPECT_EQ(run(T2, timed, 0).result, 0);
  journal.undo_to(mark);
  EXPECT_EQ(run(T2, timed, 1).result, ETIMEDOUT);
}

TEST_F(ConditionTest, ARecursiveMutexIsReleasedByOneLevel) {
  const auto recursive = static_cast<std::uint64_t>(MutexKind::Recursive);
  run(T1, K::MutexLock, M, recursive);
  run(T1, K::MutexLock, M, recursive);
  const Effect wait = run(T1, wait_for(C, M));
  EXPECT_EQ(wait.edge_count, 0);
  EXPECT_FALSE(enabled(T2, op(K::MutexLock, M, recursive)));
  run(T2, K::CondSignal, C);
  EXPECT_EQ(run(T1, *wait.next).edge_count, 0);
  EXPECT_EQ(world.object(id(M)).count, 2u);
}

TEST_F(ConditionTest, Misuse) {
  EXPECT_EQ(run(T1, wait_for(C, M)).misuse, Misuse::WaitWithoutMutex);
  run(T2, K::MutexLock, M);
  EXPECT_EQ(run(T1, wait_for(C, M)).misuse, Misuse::WaitWithoutMutex);
  run(T2, wait_for(C, M));
  run(T1, K::MutexLock, M2);
  EXPECT_EQ(run(T1, wait_for(C, M2)).misuse, Misuse::WaitWithOtherMutex);
  EXPECT_EQ(run(T1, K::CondDestroy, C).misuse, Misuse::DestroyedWhileLocked);
  EXPECT_EQ(run(T1, K::CondInit, C).misuse, Misuse::InitialisedWhileBusy);
}

TEST_F(ConditionTest, AfterABroadcastAnotherMutexAndADestroyAreFine) {
  const Operation wake_up = waits(T1, C, M);
  run(T2, K::CondBroadcast, C);
  const Operation other = waits(T3, C, M2);
  run(T2, K::CondBroadcast, C);
  EXPECT_EQ(run(T2, K::CondDestroy, C).misuse, Misuse::None);
  EXPECT_EQ(run(T1, wake_up).result, 0);
  EXPECT_EQ(run(T3, other).misuse, Misuse::None);
  EXPECT_EQ(run(T2, K::CondSignal, C).misuse, Misuse::UsedAfterDestroy);
}

TEST_F(ConditionTest, TheMutexOfAWaiterMayNotBeDestroyed) {
  const Operation wake_up = waits(T1, C, M);
  run(T2, K::MutexDestroy, M);
  run(T2, K::CondSignal, C);
  EXPECT_EQ(run(T1, wake_up).misuse, Misuse::UsedAfterDestroy);
}

}  // namespace
}  // namespace heddle::sync
