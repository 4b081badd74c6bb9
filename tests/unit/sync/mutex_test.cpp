#include "driver.h"

namespace heddle::sync {
namespace {

class MutexTest : public SyncTest {
 protected:
  static constexpr auto kRecursive = static_cast<std::uint64_t>(MutexKind::Recursive);
  static constexpr auto kErrorCheck = static_cast<std::uint64_t>(MutexKind::ErrorCheck);
};

TEST_F(MutexTest, LockExcludesOthersUntilUnlock) {
  const Effect lock = run(T1, K::MutexLock, M);
  EXPECT_EQ(lock.result, 0);
  EXPECT_EQ(edges(lock), list({{EdgeKind::Lock, id(M)}}));
  EXPECT_TRUE(world.busy(id(M)));
  EXPECT_FALSE(enabled(T2, op(K::MutexLock, M)));
  EXPECT_EQ(world.provider(T2, op(K::MutexLock, M)), T1);
  EXPECT_TRUE(enabled(T2, op(K::MutexLock, M2)));
  const Effect unlock = run(T1, K::MutexUnlock, M);
  EXPECT_EQ(edges(unlock), list({{EdgeKind::Unlock, id(M)}}));
  EXPECT_FALSE(world.busy(id(M)));
  EXPECT_TRUE(enabled(T2, op(K::MutexLock, M)));
  EXPECT_EQ(world.provider(T2, op(K::MutexLock, M)), std::nullopt);
}

TEST_F(MutexTest, TryLockNeverBlocks) {
  EXPECT_EQ(edges(run(T1, K::MutexTryLock, M)), list({{EdgeKind::Lock, id(M)}}));
  const Effect failed = run(T2, K::MutexTryLock, M);
  EXPECT_EQ(failed.result, EBUSY);
  EXPECT_EQ(failed.misuse, Misuse::None);
  EXPECT_EQ(failed.edge_count, 0);
  EXPECT_EQ(run(T1, K::MutexTryLock, M).result, EBUSY);
  EXPECT_EQ(world.held_by(T1), std::vector{id(M)});
  EXPECT_TRUE(world.held_by(T2).empty());
}

TEST_F(MutexTest, TimedLockTakesAFreeMutexAndTimesOutOnAHeldOne) {
  EXPECT_EQ(world.outcomes(T1, op(K::MutexTimedLock, M)), 1);
  EXPECT_EQ(run(T1, K::MutexTimedLock, M).result, 0);
  const Effect timed_out = run(T2, K::MutexTimedLock, M);
  EXPECT_EQ(timed_out.result, ETIMEDOUT);
  EXPECT_EQ(timed_out.edge_count, 0);
  const Effect own = run(T1, K::MutexTimedLock, M);
  EXPECT_EQ(own.result, ETIMEDOUT);
  EXPECT_EQ(own.misuse, Misuse::None);
}

TEST_F(MutexTest, RelockOfANormalMutexIsMisuse) {
  run(T1, K::MutexLock, M);
  const Effect e = run(T1, K::MutexLock, M);
  EXPECT_EQ(e.misuse, Misuse::RelockOwned);
  EXPECT_EQ(e.edge_count, 0);
  EXPECT_EQ(run(T1, K::MutexUnlock, M).edge_count, 1);
  EXPECT_FALSE(world.busy(id(M)));
}

TEST_F(MutexTest, RecursiveMutexMakesEdgesAtTheOutermostLevelOnly) {
  EXPECT_EQ(run(T1, K::MutexLock, M, kRecursive).edge_count, 1);
  EXPECT_EQ(run(T1, K::MutexLock, M, kRecursive).edge_count, 0);
  EXPECT_EQ(run(T1, K::MutexTryLock, M, kRecursive).result, 0);
  EXPECT_EQ(run(T1, K::MutexTimedLock, M, kRecursive).result, 0);
  EXPECT_EQ(run(T2, K::MutexTryLock, M, kRecursive).result, EBUSY);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(run(T1, K::MutexUnlock, M, kRecursive).edge_count, 0);
  EXPECT_FALSE(enabled(T2, op(K::MutexLock, M, kRecursive)));
  EXPECT_EQ(run(T1, K::MutexUnlock, M, kRecursive).edge_count, 1);
  EXPECT_TRUE(enabled(T2, op(K::MutexLock, M, kRecursive)));
}

TEST_F(MutexTest, ErrorCheckingMutexReturnsErrors) {
  run(T1, K::MutexLock, M, kErrorCheck);
  const Effect relock = run(T1, K::MutexLock, M, kErrorCheck);
  EXPECT_EQ(relock.result, EDEADLK);
  EXPECT_EQ(relock.misuse, Misuse::None);
  EXPECT_EQ(run(T1, K::MutexTimedLock, M, kErrorCheck).result, EDEADLK);
  EXPECT_EQ(run(T1, K::MutexTryLock, M, kErrorCheck).result, EBUSY);
  EXPECT_EQ(run(T2, K::MutexUnlock, M, kErrorCheck).result, EPERM);
  EXPECT_EQ(world.object(id(M)).count, 1u);
}

TEST_F(MutexTest, UnlockByAnotherIsMisuseAndChangesNothing) {
  EXPECT_EQ(run(T1, K::MutexUnlock, M).misuse, Misuse::UnlockNotOwned);
  run(T1, K::MutexLock, M);
  const Effect e = run(T2, K::MutexUnlock, M);
  EXPECT_EQ(e.misuse, Misuse::UnlockNotOwned);
  EXPECT_EQ(e.edge_count, 0);
  EXPECT_EQ(world.held_by(T1), std::vector{id(M)});
}

TEST_F(MutexTest, TheKindIsThatOfInitOrFirstUse) {
  EXPECT_TRUE(run(T1, K::MutexInit, M, kRecursive).forgets);
  run(T1, K::MutexLock, M);
  EXPECT_EQ(run(T1, K::MutexLock, M).result, 0);
  run(T1, K::MutexUnlock, M);
  run(T1, K::MutexUnlock, M);
  run(T1, K::MutexInit, M);
  run(T1, K::MutexLock, M, kRecursive);
  EXPECT_EQ(run(T1, K::MutexLock, M, kRecursive).misuse, Misuse::RelockOwned);
}

TEST_F(MutexTest, InitAndDestroy) {
  run(T1, K::MutexLock, M);
  EXPECT_EQ(run(T2, K::MutexInit, M).misuse, Misuse::InitialisedWhileBusy);
  EXPECT_EQ(run(T2, K::MutexDestroy, M).misuse, Misuse::DestroyedWhileLocked);
  run(T1, K::MutexUnlock, M);
  const Effect e = run(T2, K::MutexDestroy, M);
  EXPECT_EQ(e.misuse, Misuse::None);
  EXPECT_TRUE(e.forgets);
  for (const K kind : {K::MutexLock, K::MutexTryLock, K::MutexTimedLock, K::MutexUnlock, K::MutexDestroy})
    EXPECT_EQ(run(T1, kind, M).misuse, Misuse::UsedAfterDestroy);
  EXPECT_EQ(run(T1, K::MutexInit, M).misuse, Misuse::None);
  EXPECT_EQ(run(T1, K::MutexLock, M).result, 0);
}

TEST_F(MutexTest, AMutexMayBeDestroyedWithoutEverBeingUsed) {
  EXPECT_EQ(run(T1, K::MutexDestroy, M).misuse, Misuse::None);
  EXPECT_EQ(run(T1, K::MutexLock, M).misuse, Misuse::UsedAfterDestroy);
}

TEST_F(MutexTest, HeldLocksAreListedInTheOrderOfTheirFirstUse) {
  run(T2, K::MutexLock, M2);
  run(T2, K::MutexUnlock, M2);
  run(T1, K::MutexLock, M);
  run(T1, K::MutexLock, M2);
  EXPECT_EQ(world.held_by(T1), (std::vector{id(M2), id(M)}));
}

}  // namespace
}  // namespace heddle::sync
