// The locking discipline that the lock-based reductions check, and the claims of --classes.
#include "detect/access_watch.h"

#include <gtest/gtest.h>

#include "model/address_space.h"

namespace heddle {
namespace {

constexpr ThreadId kMain(0), kFirst(1), kSecond(2);
constexpr ObjectId kMutex(4), kOther(8), kSemaphore(12);
constexpr Address kPlace = kProgramBase + 64;

class AccessWatchTest : public testing::Test {
 protected:
  AccessWatchTest() {
    watch.fork(kMain, kFirst);
    watch.fork(kMain, kSecond);
  }
  void access(ThreadId t, AccessKind kind, Address a = kPlace, std::uint64_t size = 4) {
    watch.access({t, kind, a, size, SiteId(t.value)});
  }
  void lock(ThreadId t, ObjectId o) { watch.order(t, {EdgeKind::Lock, MemoryOrder::SequentiallyConsistent, o}); }
  void unlock(ThreadId t, ObjectId o) { watch.order(t, {EdgeKind::Unlock, MemoryOrder::SequentiallyConsistent, o}); }
  void section(ThreadId t, ObjectId o, AccessKind kind) {
    lock(t, o);
    access(t, kind);
    unlock(t, o);
  }

  Journal journal;
  AccessWatch watch{journal};
};

TEST_F(AccessWatchTest, ACommonLockKeepsIt) {
  section(kFirst, kMutex, AccessKind::Write);
  section(kSecond, kMutex, AccessKind::Write);
  EXPECT_TRUE(watch.breaches().empty());
}

TEST_F(AccessWatchTest, DifferentLocksBreakIt) {
  section(kFirst, kMutex, AccessKind::Write);
  section(kSecond, kOther, AccessKind::Read);
  ASSERT_EQ(watch.breaches().size(), 1u);
  EXPECT_EQ(watch.breaches()[0].earlier.thread, kFirst);
  EXPECT_EQ(watch.breaches()[0].later.thread, kSecond);
  EXPECT_EQ(watch.breaches()[0].later.address, kPlace);
  EXPECT_EQ(watch.breaches()[0].later.size, 4u);
}

TEST_F(AccessWatchTest, ReadsNeedNoLock) {
  access(kFirst, AccessKind::Read);
  access(kSecond, AccessKind::Read);
  EXPECT_TRUE(watch.breaches().empty());
}

// Happens-before by the mutex, but only in this order of the sections: a breach, though no race here.
TEST_F(AccessWatchTest, AMutexDoesNotHandOver) {
  access(kFirst, AccessKind::Write);
  section(kFirst, kMutex, AccessKind::Read);
  lock(kSecond, kMutex);
  unlock(kSecond, kMutex);
  access(kSecond, AccessKind::Write);
  EXPECT_FALSE(watch.breaches().empty());
}

TEST_F(AccessWatchTest, JoinAndSemaphoreHandOver) {
  access(kFirst, AccessKind::Write);
  watch.order(kFirst, {EdgeKind::Release, MemoryOrder::SequentiallyConsistent, kSemaphore});
  watch.order(kSecond, {EdgeKind::Acquire, MemoryOrder::SequentiallyConsistent, kSemaphore});
  access(kSecond, AccessKind::Write);
  watch.join(kMain, kFirst);
  watch.join(kMain, kSecond);
  access(kMain, AccessKind::Write);
  EXPECT_TRUE(watch.breaches().empty());
}

// The last access is under the lock, an earlier one was not.
TEST_F(AccessWatchTest, EarlierAccessesCount) {
  access(kFirst, AccessKind::Write);
  section(kFirst, kMutex, AccessKind::Write);
  section(kSecond, kMutex, AccessKind::Read);
  EXPECT_EQ(watch.breaches().size(), 1u);
}

TEST_F(AccessWatchTest, NeighbouringBytesAreApart) {
  access(kFirst, AccessKind::Write, kPlace, 1);
  access(kSecond, AccessKind::Write, kPlace + 1, 1);
  EXPECT_TRUE(watch.breaches().empty());
  access(kSecond, AccessKind::Write, kPlace - 3, 4);
  EXPECT_EQ(watch.breaches().size(), 1u);
  EXPECT_EQ(watch.breaches()[0].later.size, 1u);
}

TEST_F(AccessWatchTest, FreshStorageForgets) {
  access(kFirst, AccessKind::Write);
  watch.fresh(kPlace, 8);
  access(kSecond, AccessKind::Write);
  EXPECT_TRUE(watch.breaches().empty());
}

TEST_F(AccessWatchTest, ARestoreBringsBackWhatWasKnown) {
  access(kFirst, AccessKind::Read);
  const Journal::Mark mark = journal.mark();
  access(kFirst, AccessKind::Write);
  lock(kSecond, kMutex);
  journal.undo_to(mark);
  access(kSecond, AccessKind::Read);  // the write is undone
  EXPECT_TRUE(watch.breaches().empty());
  section(kFirst, kMutex, AccessKind::Write);  // and so is the lock of the second
  EXPECT_EQ(watch.breaches().size(), 1u);
}

TEST_F(AccessWatchTest, AStepKnowsItsAccesses) {
  access(kFirst, AccessKind::Write);
  watch.begin_step();
  access(kFirst, AccessKind::Read, kPlace + 8);
  access(kFirst, AccessKind::AtomicWrite, kPlace + 16);
  ASSERT_EQ(watch.step_accesses().size(), 1u);
  EXPECT_EQ(watch.step_accesses()[0].begin, kPlace + 8);
  EXPECT_FALSE(watch.step_accesses()[0].write);
}

TEST_F(AccessWatchTest, CommunicationObjectsMayBreakIt) {
  watch.communicate(kPlace, 4);
  access(kFirst, AccessKind::Write);
  access(kSecond, AccessKind::Write);
  EXPECT_TRUE(watch.breaches().empty());
}

TEST_F(AccessWatchTest, ClaimsAreChecked) {
  watch.claim(kPlace, 4, true, 0);
  watch.claim(kPlace + 8, 4, false, 1);
  section(kFirst, kMutex, AccessKind::Write);
  access(kFirst, AccessKind::Write, kPlace + 8);
  EXPECT_TRUE(watch.broken_claims().empty());
  section(kSecond, kMutex, AccessKind::Read);
  access(kSecond, AccessKind::Read, kPlace + 8);
  ASSERT_EQ(watch.broken_claims().size(), 2u);
  EXPECT_EQ(watch.broken_claims()[0].name, 0u);
  EXPECT_EQ(watch.broken_claims()[0].accesses.earlier.thread, kFirst);
  EXPECT_EQ(watch.broken_claims()[1].name, 1u);
}

}  // namespace
}  // namespace heddle
