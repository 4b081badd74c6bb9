// Clocks that follow happens-before edges.
#include "machine/time.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

class TimeTest : public testing::Test {
 protected:
  static constexpr ThreadId kOne{1}, kTwo{2};
  static constexpr ObjectId kObject{7};
  static Edge edge(EdgeKind kind) { return {kind, MemoryOrder::Relaxed, kObject}; }
  Journal journal;
  Time time{journal};
};

TEST_F(TimeTest, RunsOnceSomebodyHasHadToDoWithIt) {
  EXPECT_FALSE(time.runs());
  time.fork(kMainThread, kOne);
  EXPECT_FALSE(time.runs());
  time.set(kOne, 5);
  EXPECT_TRUE(time.runs());
  EXPECT_EQ(time.now(kOne), 5u);
  EXPECT_EQ(time.now(kTwo), 0u);
}

TEST_F(TimeTest, EachEdgeTakesTheClockAlong) {
  for (const auto& [release, acquire] : {std::pair{EdgeKind::Unlock, EdgeKind::Lock},
                                         {EdgeKind::Release, EdgeKind::Acquire},
                                         {EdgeKind::AtomicStore, EdgeKind::AtomicLoad},
                                         {EdgeKind::AtomicRmw, EdgeKind::AtomicLoad}}) {
    Time own(journal);
    own.set(kOne, 100);
    own.set(kTwo, 40);
    own.order(kOne, edge(release));
    own.order(kTwo, edge(acquire));
    EXPECT_EQ(own.now(kTwo), 100u);
    EXPECT_EQ(own.now(kOne), 100u);
  }
}

TEST_F(TimeTest, ItNeverRunsBackwards) {
  time.set(kOne, 10);
  time.set(kTwo, 100);
  time.order(kOne, edge(EdgeKind::Unlock));
  time.order(kTwo, edge(EdgeKind::Lock));
  EXPECT_EQ(time.now(kTwo), 100u);
  time.order(kTwo, edge(EdgeKind::Unlock));
  time.order(kOne, edge(EdgeKind::Unlock));  // earlier than what is there
  time.order(kOne, edge(EdgeKind::Lock));
  EXPECT_EQ(time.now(kOne), 100u);
}

TEST_F(TimeTest, AResetReplacesWhatWasReleasedBefore) {
  time.set(kOne, 100);
  time.set(kTwo, 3);
  time.order(kOne, edge(EdgeKind::Release));
  time.order(kTwo, edge(EdgeKind::ReleaseReset));
  time.set(kMainThread, 1);
  time.order(kMainThread, edge(EdgeKind::Acquire));
  EXPECT_EQ(time.now(kMainThread), 3u);
}

TEST_F(TimeTest, AFenceAloneMovesNothing) {
  time.set(kOne, 100);
  time.order(kOne, edge(EdgeKind::Fence));
  time.set(kTwo, 1);
  time.order(kTwo, edge(EdgeKind::Acquire));
  EXPECT_EQ(time.now(kTwo), 1u);
}

TEST_F(TimeTest, ForkAndJoin) {
  time.set(kMainThread, 50);
  time.fork(kMainThread, kOne);
  EXPECT_EQ(time.now(kOne), 50u);
  time.set(kOne, 80);
  time.join(kMainThread, kOne);
  EXPECT_EQ(time.now(kMainThread), 80u);
  time.set(kMainThread, 200);
  time.join(kMainThread, kOne);
  EXPECT_EQ(time.now(kMainThread), 200u);
}

TEST_F(TimeTest, AForgottenObjectHasNoTime) {
  time.set(kOne, 100);
  time.order(kOne, edge(EdgeKind::Release));
  time.forget(kObject);
  time.set(kTwo, 1);
  time.order(kTwo, edge(EdgeKind::Acquire));
  EXPECT_EQ(time.now(kTwo), 1u);
}

TEST_F(TimeTest, AllOfItIsUndone) {
  time.set(kOne, 5);
  time.order(kOne, edge(EdgeKind::Release));
  time.read(kOne);
  const auto mark = journal.mark();
  time.set(kOne, 50);
  time.read(kOne);
  time.order(kOne, edge(EdgeKind::Release));
  time.order(kTwo, edge(EdgeKind::Acquire));
  time.forget(kObject);
  journal.undo_to(mark);
  EXPECT_EQ(time.now(kOne), 5u);
  EXPECT_EQ(time.readings(kOne), 1u);
  EXPECT_EQ(time.now(kTwo), 0u);
  time.order(kTwo, edge(EdgeKind::Acquire));
  EXPECT_EQ(time.now(kTwo), 5u);
}

TEST_F(TimeTest, DelaysComparesTheReadingsOfTwoRounds) {
  auto read_at = [&](std::uint64_t moment) {
    time.set(kOne, moment);
    time.read(kOne);
  };
  read_at(10);
  read_at(11);
  Time::Delays buffer;
  const std::uint64_t before = time.readings(kOne);
  read_at(110);
  read_at(131);
  const auto delays = time.delays(kOne, before, buffer);
  ASSERT_EQ(delays.size(), 2u);
  EXPECT_EQ(delays[0], 100u);
  EXPECT_EQ(delays[1], 120u);
  EXPECT_TRUE(time.delays(kOne, 1, buffer).empty());  // three in this round, but one before
  for (int i = 0; i < 17; ++i) read_at(200 + static_cast<std::uint64_t>(i));
  EXPECT_TRUE(time.delays(kOne, 4, buffer).empty());  // more than are kept
}

}  // namespace
}  // namespace heddle
