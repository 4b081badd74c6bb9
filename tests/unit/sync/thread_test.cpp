#include "driver.h"

namespace heddle::sync {
namespace {

class ThreadTest : public SyncTest {
 protected:
  static Operation on(K kind, ThreadId target) {
    Operation o;
    o.kind = kind;
    o.object = target.value;
    return o;
  }
};

TEST_F(ThreadTest, JoinWaitsForTheEnd) {
  const Operation join = on(K::Join, T1);
  EXPECT_FALSE(enabled(T0, join));
  EXPECT_EQ(world.provider(T0, join), T1);
  world.finish_thread(T1);
  EXPECT_TRUE(world.finished(T1));
  EXPECT_EQ(world.provider(T0, join), std::nullopt);
  const Effect e = run(T0, join);
  EXPECT_EQ(e.result, 0);
  EXPECT_EQ(e.misuse, Misuse::None);
  EXPECT_EQ(e.edge_count, 0);
}

TEST_F(ThreadTest, SecondJoinIsMisuse) {
  world.finish_thread(T1);
  run(T0, on(K::Join, T1));
  EXPECT_EQ(run(T2, on(K::Join, T1)).misuse, Misuse::JoinTwice);
}

TEST_F(ThreadTest, TwoJoinsAtOnceAreMisuseOfTheSecond) {
  EXPECT_FALSE(enabled(T0, on(K::Join, T1)));
  EXPECT_FALSE(enabled(T2, on(K::Join, T1)));
  world.finish_thread(T1);
  EXPECT_EQ(run(T2, on(K::Join, T1)).misuse, Misuse::None);
  EXPECT_EQ(run(T0, on(K::Join, T1)).misuse, Misuse::JoinTwice);
}

TEST_F(ThreadTest, JoinOfItselfADetachedThreadOrNoThread) {
  EXPECT_EQ(run(T1, on(K::Join, T1)).misuse, Misuse::JoinSelf);
  EXPECT_EQ(run(T1, on(K::Join, T1)).result, EDEADLK);
  EXPECT_EQ(run(T0, on(K::Detach, T1)).misuse, Misuse::None);
  EXPECT_EQ(run(T0, on(K::Join, T1)).misuse, Misuse::JoinDetached);
  EXPECT_EQ(run(T0, on(K::Detach, T1)).misuse, Misuse::DetachTwice);
  EXPECT_EQ(run(T0, on(K::Join, ThreadId(77))).misuse, Misuse::NoSuchThread);
  EXPECT_EQ(run(T0, on(K::Detach, ThreadId(77))).misuse, Misuse::NoSuchThread);
}

TEST_F(ThreadTest, DetachAfterJoinIsMisuse) {
  world.finish_thread(T1);
  run(T0, on(K::Join, T1));
  EXPECT_EQ(run(T0, on(K::Detach, T1)).misuse, Misuse::DetachTwice);
}

TEST_F(ThreadTest, AFinishedThreadStillHoldsItsLocks) {
  run(T1, K::MutexLock, M);
  world.finish_thread(T1);
  EXPECT_EQ(world.held_by(T1), std::vector{id(M)});
  EXPECT_FALSE(enabled(T0, op(K::MutexLock, M)));
  EXPECT_EQ(world.provider(T0, op(K::MutexLock, M)), T1);
}

TEST_F(ThreadTest, AThreadThatIsStartedAgainAfterABacktrackIsNew) {
  const Journal::Mark mark = journal.mark();
  world.start_thread(ThreadId(4), T1);
  EXPECT_EQ(world.thread(ThreadId(4)).parent, T1);
  world.finish_thread(ThreadId(4));
  run(T0, on(K::Join, ThreadId(4)));
  journal.undo_to(mark);
  EXPECT_EQ(world.thread(ThreadId(4)).status, ThreadStatus::Absent);
  EXPECT_EQ(run(T0, on(K::Join, ThreadId(4))).misuse, Misuse::NoSuchThread);
  world.start_thread(ThreadId(4), T2);
  EXPECT_EQ(world.thread(ThreadId(4)).parent, T2);
  EXPECT_FALSE(enabled(T0, on(K::Join, ThreadId(4))));
}

}  // namespace
}  // namespace heddle::sync
