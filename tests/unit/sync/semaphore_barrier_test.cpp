#include <pthread.h>

#include <climits>

#include "driver.h"

namespace heddle::sync {
namespace {

using SemaphoreTest = SyncTest;
using BarrierTest = SyncTest;

TEST_F(SemaphoreTest, WaitTakesOneAndBlocksAtZero) {
  run(T0, K::SemInit, S, 1);
  EXPECT_EQ(edges(run(T1, K::SemWait, S)), list({{EdgeKind::Acquire, id(S)}}));
  EXPECT_FALSE(enabled(T2, op(K::SemWait, S)));
  EXPECT_EQ(world.provider(T2, op(K::SemWait, S)), std::nullopt);
  EXPECT_EQ(edges(run(T1, K::SemPost, S)), list({{EdgeKind::Release, id(S)}}));
  EXPECT_TRUE(enabled(T2, op(K::SemWait, S)));
}

TEST_F(SemaphoreTest, TryAndTimedWaitsFailAtZeroWithoutOrder) {
  run(T0, K::SemInit, S, 2);
  EXPECT_EQ(run(T1, K::SemTryWait, S).edge_count, 1);
  EXPECT_EQ(run(T1, K::SemTimedWait, S).edge_count, 1);
  const Effect tried = run(T1, K::SemTryWait, S), timed = run(T1, K::SemTimedWait, S);
  EXPECT_EQ(tried.result, EAGAIN);
  EXPECT_EQ(timed.result, ETIMEDOUT);
  EXPECT_EQ(tried.edge_count + timed.edge_count, 0);
}

TEST_F(SemaphoreTest, ValueAndOverflow) {
  EXPECT_EQ(run(T0, K::SemInit, S, std::uint64_t{INT_MAX} + 1).result, EINVAL);
  EXPECT_EQ(run(T0, K::SemPost, S).misuse, Misuse::NotInitialised);
  run(T0, K::SemInit, S, INT_MAX - 1);
  EXPECT_EQ(run(T0, K::SemPost, S).misuse, Misuse::None);
  EXPECT_EQ(run(T1, K::SemGetValue, S).value, static_cast<std::uint32_t>(INT_MAX));
  const Effect e = run(T0, K::SemPost, S);
  EXPECT_EQ(e.misuse, Misuse::None);
  EXPECT_EQ(e.result, EOVERFLOW);
}

// The end of a thread that others try to join.
TEST_F(SemaphoreTest, JoinsFindTheEndOnce) {
  run(T0, K::SemInit, S, 0);
  const Effect tried = run(T1, K::JoinTry, S), timed = run(T1, K::JoinTimed, S);
  EXPECT_EQ(tried.result, EBUSY);
  EXPECT_EQ(timed.result, ETIMEDOUT);
  EXPECT_EQ(tried.edge_count + timed.edge_count, 0);
  EXPECT_EQ(edges(run(T2, K::JoinReady, S)), list({{EdgeKind::Release, id(S)}}));
  EXPECT_EQ(edges(run(T1, K::JoinTry, S)), list({{EdgeKind::Acquire, id(S)}}));
  EXPECT_EQ(run(T0, K::JoinTry, S).result, EBUSY);
  run(T2, K::JoinReady, S);
  EXPECT_EQ(edges(run(T0, K::JoinTimed, S)), list({{EdgeKind::Acquire, id(S)}}));
}

TEST_F(SemaphoreTest, NeedsInit) {
  for (const K kind : {K::SemWait, K::SemTryWait, K::SemTimedWait, K::SemPost, K::SemGetValue, K::SemDestroy})
    EXPECT_EQ(run(T1, kind, S).misuse, Misuse::NotInitialised);
  run(T0, K::SemInit, S, 0);
  EXPECT_EQ(run(T0, K::SemDestroy, S).misuse, Misuse::None);
  EXPECT_EQ(run(T1, K::SemWait, S).misuse, Misuse::UsedAfterDestroy);
  EXPECT_EQ(run(T1, K::SemInit, S, 3).misuse, Misuse::None);
  EXPECT_EQ(run(T1, K::SemGetValue, S).value, 3u);
}

TEST_F(BarrierTest, TheLastArrivalLetsAllGo) {
  run(T0, K::BarrierInit, B, 3);
  const Effect first = run(T1, K::BarrierArrive, B), second = run(T2, K::BarrierArrive, B);
  EXPECT_EQ(edges(first), list({{EdgeKind::ReleaseReset, id(B)}}));
  EXPECT_EQ(edges(second), list({{EdgeKind::Release, id(B)}}));
  ASSERT_TRUE(first.next && second.next);
  EXPECT_EQ(first.next->kind, K::BarrierLeave);
  EXPECT_FALSE(enabled(T1, *first.next));
  EXPECT_TRUE(world.busy(id(B)));
  EXPECT_EQ(world.provider(T1, *first.next), std::nullopt);

  const Effect last = run(T3, K::BarrierArrive, B);
  EXPECT_EQ(edges(last), list({{EdgeKind::Release, id(B)}, {EdgeKind::Acquire, id(B)}}));
  EXPECT_EQ(last.result, PTHREAD_BARRIER_SERIAL_THREAD);
  EXPECT_FALSE(last.next);
  EXPECT_FALSE(world.busy(id(B)));
  const Effect leave = run(T1, *first.next);
  EXPECT_EQ(edges(leave), list({{EdgeKind::Acquire, id(B)}}));
  EXPECT_EQ(leave.result, 0);
  EXPECT_EQ(edges(run(T1, K::BarrierArrive, B)), list({{EdgeKind::ReleaseReset, id(B)}}));
  EXPECT_TRUE(enabled(T2, *second.next));
}

TEST_F(BarrierTest, OfOneThread) {
  run(T0, K::BarrierInit, B, 1);
  const Effect e = run(T1, K::BarrierArrive, B);
  EXPECT_EQ(edges(e), list({{EdgeKind::ReleaseReset, id(B)}, {EdgeKind::Acquire, id(B)}}));
  EXPECT_FALSE(e.next);
}

TEST_F(BarrierTest, TheSerialThreadMayDestroyItAtOnce) {
  run(T0, K::BarrierInit, B, 2);
  const Effect first = run(T1, K::BarrierArrive, B);
  EXPECT_EQ(run(T2, K::BarrierDestroy, B).misuse, Misuse::DestroyedWhileLocked);
  run(T2, K::BarrierArrive, B);
  EXPECT_EQ(run(T2, K::BarrierDestroy, B).misuse, Misuse::None);
  EXPECT_TRUE(enabled(T1, *first.next));
  run(T2, K::BarrierInit, B, 2);
  EXPECT_TRUE(enabled(T1, *first.next));
  EXPECT_EQ(run(T1, *first.next).misuse, Misuse::None);
}

TEST_F(BarrierTest, NeedsInitWithACount) {
  EXPECT_EQ(run(T0, K::BarrierInit, B, 0).result, EINVAL);
  EXPECT_EQ(run(T0, K::BarrierArrive, B).misuse, Misuse::NotInitialised);
}

}  // namespace
}  // namespace heddle::sync
