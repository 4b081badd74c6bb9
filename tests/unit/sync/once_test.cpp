#include "driver.h"

namespace heddle::sync {
namespace {

using OnceTest = SyncTest;

TEST_F(OnceTest, TheFirstRunsItAndTheOthersWait) {
  const Effect first = run(T1, K::OnceEnter, O);
  EXPECT_EQ(first.result, 1);
  EXPECT_EQ(first.edge_count, 0);
  EXPECT_FALSE(world.once_done(id(O)));
  const Effect second = run(T2, K::OnceEnter, O);
  ASSERT_TRUE(second.next);
  EXPECT_EQ(second.next->kind, K::OnceWait);
  EXPECT_FALSE(enabled(T2, *second.next));
  EXPECT_EQ(world.provider(T2, *second.next), T1);

  EXPECT_EQ(edges(run(T1, K::OnceDone, O)), list({{EdgeKind::Release, id(O)}}));
  EXPECT_TRUE(world.once_done(id(O)));
  const Effect waited = run(T2, *second.next);
  EXPECT_EQ(waited.result, 0);
  EXPECT_FALSE(waited.next);
  EXPECT_EQ(edges(waited), list({{EdgeKind::Acquire, id(O)}}));
  const Effect later = run(T3, K::OnceEnter, O);
  EXPECT_EQ(later.result, 0);
  EXPECT_EQ(edges(later), list({{EdgeKind::Acquire, id(O)}}));
}

TEST_F(OnceTest, AfterAnAbandonedAttemptTheOthersContend) {
  run(T1, K::OnceEnter, O);
  const Operation second = *run(T2, K::OnceEnter, O).next, third = *run(T3, K::OnceEnter, O).next;
  EXPECT_EQ(edges(run(T1, K::OnceAbandon, O)), list({{EdgeKind::Release, id(O)}}));
  EXPECT_FALSE(world.once_done(id(O)));
  const Effect again = run(T2, second);
  ASSERT_TRUE(again.next);
  EXPECT_EQ(again.next->kind, K::OnceEnter);
  const Effect runs = run(T2, *again.next);
  EXPECT_EQ(runs.result, 1);
  EXPECT_EQ(edges(runs), list({{EdgeKind::Acquire, id(O)}}));
  EXPECT_FALSE(enabled(T3, third));
  EXPECT_EQ(world.provider(T3, third), T2);
}

TEST_F(OnceTest, TheRunnerThatEntersAgainWaitsForItself) {
  run(T1, K::OnceEnter, O);
  const Effect e = run(T1, K::OnceEnter, O);
  ASSERT_TRUE(e.next);
  EXPECT_FALSE(enabled(T1, *e.next));
  EXPECT_EQ(world.provider(T1, *e.next), T1);
}

TEST_F(OnceTest, OnlyTheRunnerEndsIt) {
  EXPECT_EQ(run(T1, K::OnceDone, O).misuse, Misuse::OnceNotRunning);
  run(T1, K::OnceEnter, O);
  EXPECT_EQ(run(T2, K::OnceDone, O).misuse, Misuse::OnceNotRunning);
  EXPECT_EQ(run(T2, K::OnceAbandon, O).misuse, Misuse::OnceNotRunning);
  EXPECT_FALSE(world.once_done(id(O)));
}

TEST_F(OnceTest, ItIsNoLock) {
  run(T1, K::OnceEnter, O);
  EXPECT_TRUE(world.busy(id(O)));
  EXPECT_TRUE(world.held_by(T1).empty());
}

}  // namespace
}  // namespace heddle::sync
