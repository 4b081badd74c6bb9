#include "driver.h"

namespace heddle::sync {
namespace {

class RwLockTest : public SyncTest {
 protected:
  ObjectId writers() { return id(RW); }
  ObjectId readers() { return World::second_part(id(RW)); }
};

TEST_F(RwLockTest, ReadersShareAndAreNotOrdered) {
  EXPECT_EQ(edges(run(T1, K::RwReadLock, RW)), list({{EdgeKind::Acquire, writers(), Hold::Shared}}));
  EXPECT_EQ(edges(run(T2, K::RwReadLock, RW)), list({{EdgeKind::Acquire, writers(), Hold::Shared}}));
  EXPECT_EQ(edges(run(T1, K::RwUnlock, RW)), list({{EdgeKind::Release, readers(), Hold::EndsShared}}));
  EXPECT_EQ(world.held_by(T2), std::vector{id(RW)});
  EXPECT_TRUE(world.held_by(T1).empty());
}

TEST_F(RwLockTest, AWriterIsAloneAndComesAfterReadersAndWriters) {
  EXPECT_EQ(edges(run(T1, K::RwWriteLock, RW)),
            list({{EdgeKind::Acquire, writers(), Hold::Exclusive}, {EdgeKind::Acquire, readers()}}));
  EXPECT_FALSE(enabled(T2, op(K::RwReadLock, RW)));
  EXPECT_FALSE(enabled(T2, op(K::RwWriteLock, RW)));
  EXPECT_EQ(world.provider(T2, op(K::RwReadLock, RW)), T1);
  EXPECT_EQ(world.provider(T2, op(K::RwWriteLock, RW)), T1);
  EXPECT_EQ(edges(run(T1, K::RwUnlock, RW)), list({{EdgeKind::Release, writers(), Hold::Ends}}));
  EXPECT_TRUE(enabled(T2, op(K::RwReadLock, RW)));
}

TEST_F(RwLockTest, AWriterNeedsEveryReaderToLeave) {
  run(T1, K::RwReadLock, RW);
  const Operation write = op(K::RwWriteLock, RW);
  EXPECT_FALSE(enabled(T3, write));
  EXPECT_EQ(world.provider(T3, write), T1);
  run(T2, K::RwReadLock, RW);
  EXPECT_EQ(world.provider(T3, write), std::nullopt);
  std::vector<ThreadId> all;
  world.needed(T3, write, all);
  EXPECT_EQ(all.size(), 2u);
  run(T1, K::RwUnlock, RW);
  EXPECT_FALSE(enabled(T3, write));
  run(T2, K::RwUnlock, RW);
  EXPECT_EQ(run(T3, write).result, 0);
}

TEST_F(RwLockTest, AReaderMayReadLockAgain) {
  run(T1, K::RwReadLock, RW);
  EXPECT_EQ(run(T1, K::RwReadLock, RW).edge_count, 0);
  EXPECT_EQ(world.read_locks(T1, id(RW)), 2u);
  EXPECT_EQ(run(T1, K::RwUnlock, RW).edge_count, 0);
  EXPECT_FALSE(enabled(T2, op(K::RwWriteLock, RW)));
  EXPECT_EQ(edges(run(T1, K::RwUnlock, RW)), list({{EdgeKind::Release, readers(), Hold::EndsShared}}));
  EXPECT_TRUE(enabled(T2, op(K::RwWriteLock, RW)));
  EXPECT_EQ(run(T1, K::RwUnlock, RW).misuse, Misuse::UnlockNotOwned);
}

TEST_F(RwLockTest, WaitingForItselfIsMisuse) {
  run(T1, K::RwReadLock, RW);
  run(T2, K::RwReadLock, RW);
  EXPECT_EQ(run(T1, K::RwWriteLock, RW).misuse, Misuse::RelockOwned);
  run(T1, K::RwUnlock, RW);
  run(T2, K::RwUnlock, RW);
  run(T1, K::RwWriteLock, RW);
  EXPECT_EQ(run(T1, K::RwWriteLock, RW).misuse, Misuse::RelockOwned);
  EXPECT_EQ(run(T1, K::RwReadLock, RW).misuse, Misuse::RelockOwned);
}

TEST_F(RwLockTest, TryAndTimedLocksNeverBlock) {
  run(T1, K::RwReadLock, RW);
  EXPECT_EQ(run(T2, K::RwTryReadLock, RW).result, 0);
  EXPECT_EQ(run(T3, K::RwTimedReadLock, RW).result, 0);
  EXPECT_EQ(run(T0, K::RwTryWriteLock, RW).result, EBUSY);
  EXPECT_EQ(run(T0, K::RwTimedWriteLock, RW).result, ETIMEDOUT);
  EXPECT_EQ(run(T1, K::RwTimedWriteLock, RW).result, ETIMEDOUT);
  for (const ThreadId t : {T1, T2, T3}) run(t, K::RwUnlock, RW);
  EXPECT_EQ(run(T1, K::RwTimedWriteLock, RW).edge_count, 2);
  EXPECT_EQ(run(T2, K::RwTryReadLock, RW).result, EBUSY);
  EXPECT_EQ(run(T2, K::RwTimedReadLock, RW).result, ETIMEDOUT);
  EXPECT_EQ(run(T1, K::RwTimedReadLock, RW).result, EDEADLK);
  EXPECT_EQ(run(T1, K::RwTryWriteLock, RW).result, EBUSY);
  EXPECT_EQ(run(T2, K::RwTryWriteLock, RW).edge_count, 0);
}

// A lock that prefers writers.
class WriterPreferringTest : public RwLockTest {
 protected:
  Operation with(K kind) { return op(kind, RW, kPrefersWriters); }
  int result(ThreadId t, K kind) { return run(t, with(kind)).result; }
};

TEST_F(WriterPreferringTest, AWaitingWriterKeepsReadersOut) {
  result(T1, K::RwReadLock);
  result(T2, K::RwWriteArrive);
  EXPECT_FALSE(enabled(T2, with(K::RwWriteLock)));
  EXPECT_FALSE(enabled(T3, with(K::RwReadLock)));
  EXPECT_FALSE(enabled(T1, with(K::RwReadLock)));  // also who reads already
  EXPECT_EQ(world.provider(T3, with(K::RwReadLock)), T2);
  EXPECT_EQ(result(T3, K::RwTryReadLock), EBUSY);
  EXPECT_EQ(result(T3, K::RwTimedReadLock), ETIMEDOUT);
  EXPECT_TRUE(enabled(T3, op(K::RwReadLock, RW)));  // what the default kind would do
}

TEST_F(WriterPreferringTest, TheLockIsHandedOverToWriters) {
  result(T1, K::RwReadLock);
  result(T2, K::RwWriteArrive);
  result(T3, K::RwWriteArrive);
  result(T1, K::RwUnlock);
  EXPECT_FALSE(enabled(T1, with(K::RwReadLock)));
  EXPECT_EQ(result(T2, K::RwWriteLock), 0);
  EXPECT_EQ(world.provider(T1, with(K::RwReadLock)), T2);
  result(T2, K::RwUnlock);
  EXPECT_FALSE(enabled(T1, with(K::RwReadLock)));
  EXPECT_EQ(result(T3, K::RwWriteLock), 0);
  result(T3, K::RwUnlock);
  EXPECT_TRUE(enabled(T1, with(K::RwReadLock)));
}

TEST_F(WriterPreferringTest, AReaderMayComeBeforeAWriterThatHasJustArrived) {
  result(T2, K::RwWriteArrive);
  EXPECT_EQ(result(T1, K::RwTryReadLock), EBUSY);
  EXPECT_EQ(result(T1, K::RwTryWriteLock), EBUSY);
  EXPECT_TRUE(enabled(T1, with(K::RwReadLock)));
  result(T1, K::RwReadLock);
  EXPECT_FALSE(enabled(T3, with(K::RwReadLock)));
}

TEST_F(WriterPreferringTest, AWriterThatGivesUpLetsReadersIn) {
  result(T1, K::RwReadLock);
  result(T2, K::RwWriteArrive);
  EXPECT_EQ(result(T2, K::RwTimedWriteLock), ETIMEDOUT);
  EXPECT_TRUE(enabled(T3, with(K::RwReadLock)));
  EXPECT_EQ(result(T3, K::RwTryReadLock), 0);
}

TEST_F(RwLockTest, Misuse) {
  EXPECT_EQ(run(T1, K::RwUnlock, RW).misuse, Misuse::UnlockNotOwned);
  run(T1, K::RwReadLock, RW);
  EXPECT_EQ(run(T2, K::RwUnlock, RW).misuse, Misuse::UnlockNotOwned);
  EXPECT_EQ(run(T2, K::RwDestroy, RW).misuse, Misuse::DestroyedWhileLocked);
  EXPECT_EQ(run(T2, K::RwInit, RW).misuse, Misuse::InitialisedWhileBusy);
  run(T1, K::RwUnlock, RW);
  EXPECT_EQ(run(T2, K::RwDestroy, RW).misuse, Misuse::None);
  for (const K kind : {K::RwReadLock, K::RwWriteLock, K::RwTryReadLock, K::RwTimedWriteLock, K::RwUnlock})
    EXPECT_EQ(run(T1, kind, RW).misuse, Misuse::UsedAfterDestroy);
}

}  // namespace
}  // namespace heddle::sync
