#include "driver.h"

namespace heddle::sync {
namespace {

using OnceTest = SyncTest;

TEST_F(OnceTest, TheFirstRunsItAndTheOthersWait) {
  const Effect first = run(T1, K::OnceEnter, O);
  EXPECT_EQ(first.result, 1);
  EXPECT_EQ(first.edge_count, 0);
  EXPECT_FALSE(world.once_done(id(O)));
  const Operation second = op(K::OnceEnter, O);
  EXPECT_FALSE(enabled(T2, second));
  EXPECT_EQ(world.provider(T2, second), T1);

  EXPECT_EQ(edges(run(T1, K::OnceDone, O)), list({{EdgeKind::Release, id(O)}}));
  EXPECT_TRUE(world.once_done(id(O)));
  EXPECT_TRUE(enabled(T2, second));
  const Effect waited = run(T2, second);
  EXPECT_EQ(waited.result, 0);
  EXPECT_FALSE(waited.next);
  EXPECT_EQ(edges(waited), list({{EdgeKind::Acquire, id(O)}}));
  const Effect later = run(T3, K::OnceEnter, O);
  EXPECT_EQ(later.result, 0);
  EXPECT_EQ(edges(later), list({{EdgeKind::Acquire, id(O)}}));
}

TEST_F(OnceTest, AfterAnAbandonedAttemptTheOthersContend) {
  run(T1, K::OnceEnter, O);
  const Operation enter = op(K::OnceEnter, O);
  EXPECT_FALSE(enabled(T2, enter));
  EXPECT_EQ(edges(run(T1, K::OnceAbandon, O)), list({{EdgeKind::Release, id(O)}}));
  EXPECT_FALSE(world.once_done(id(O)));
  EXPECT_TRUE(enabled(T2, enter));
  EXPECT_TRUE(enabled(T3, enter));
  const Effect runs = run(T2, enter);
  EXPECT_EQ(runs.result, 1);
  EXPECT_EQ(edges(runs), list({{EdgeKind::Acquire, id(O)}}));
  EXPECT_FALSE(enabled(T3, enter));
  EXPECT_EQ(world.provider(T3, enter), T2);
}

TEST_F(OnceTest, TheRunnerThatEntersAgainWaitsForItself) {
  run(T1, K::OnceEnter, O);
  EXPECT_FALSE(enabled(T1, op(K::OnceEnter, O)));
  EXPECT_EQ(world.provider(T1, op(K::OnceEnter, O)), T1);
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
