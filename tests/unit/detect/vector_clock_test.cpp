// Executions small enough to know the answer by heart, each fed to both exact detectors; then what only the
// vector-clock detector has: its inline path, page-wide histories, limits of its counters, size of its journal.
#include "detect/vector_clock.h"

#include <gtest/gtest.h>

#include <memory>

#include "detect/naive.h"
#include "detect/registry.h"
#include "model/address_space.h"

namespace heddle {
namespace {

constexpr Address kX = kHeapBase + 64, kY = kHeapBase + 128, kA = kHeapBase + 192;
constexpr auto kRelaxed = MemoryOrder::Relaxed, kAcquire = MemoryOrder::Acquire, kRelease = MemoryOrder::Release;

ThreadId thread(unsigned t) { return ThreadId(static_cast<std::uint16_t>(t)); }

class Exact : public testing::TestWithParam<const char*> {
 protected:
  Exact() : d(make_detector(GetParam(), journal)) {
    d->fork(thread(0), thread(1));
    d->fork(thread(0), thread(2));
  }
  std::optional<Race> access(unsigned t, AccessKind kind, Address a, std::uint64_t size, unsigned site = 0) {
    d->running(thread(t));
    return d->access(Access{thread(t), kind, a, size, SiteId(site)});
  }
  bool write(unsigned t, Address a, std::uint64_t size = 4) {
    return access(t, AccessKind::Write, a, size).has_value();
  }
  bool read(unsigned t, Address a, std::uint64_t size = 4) { return access(t, AccessKind::Read, a, size).has_value(); }
  void edge(unsigned t, EdgeKind kind, unsigned object, MemoryOrder order = MemoryOrder::SequentiallyConsistent) {
    d->running(thread(t));
    d->order(thread(t), Edge{kind, order, ObjectId(object)});
  }
  void load(unsigned t, unsigned a, MemoryOrder o) { edge(t, EdgeKind::AtomicLoad, a, o); }
  void store(unsigned t, unsigned a, MemoryOrder o) { edge(t, EdgeKind::AtomicStore, a, o); }
  void rmw(unsigned t, unsigned a, MemoryOrder o) { edge(t, EdgeKind::AtomicRmw, a, o); }
  void fence(unsigned t, MemoryOrder o) { edge(t, EdgeKind::Fence, 0, o); }
  void lock(unsigned t, unsigned m) { edge(t, EdgeKind::Lock, m); }
  void unlock(unsigned t, unsigned m) { edge(t, EdgeKind::Unlock, m); }

  Journal journal;
  std::unique_ptr<RaceDetector> d;
};
INSTANTIATE_TEST_SUITE_P(Detectors, Exact, testing::Values("vector-clock", "naive"),
                         [](const auto& i) { return std::string(i.param) == "naive" ? "naive" : "vector_clock"; });

TEST_P(Exact, ReportsBothSides) {
  EXPECT_FALSE(access(1, AccessKind::Write, kX, 8, 11));
  const auto race = access(2, AccessKind::Read, kX + 6, 4, 12);
  ASSERT_TRUE(race);
  EXPECT_EQ(race->earlier.thread, thread(1));
  EXPECT_EQ(race->earlier.kind, AccessKind::Write);
  EXPECT_EQ(race->earlier.site, SiteId(11));
  EXPECT_EQ(race->earlier.address, kX + 6);
  EXPECT_EQ(race->earlier.size, 2U);
  EXPECT_EQ(race->later.thread, thread(2));
  EXPECT_EQ(race->later.kind, AccessKind::Read);
  EXPECT_EQ(race->later.site, SiteId(12));
}

TEST_P(Exact, NeighbouringBytesDoNotRace) {
  for (unsigned i = 0; i < 8; ++i) EXPECT_FALSE(write(1 + i % 2, kX + i, 1)) << i;
  EXPECT_TRUE(write(1, kX + 1, 1));
}

TEST_P(Exact, GoesOnAfterARace) {
  EXPECT_FALSE(write(1, kX));
  EXPECT_TRUE(read(2, kX));
  EXPECT_TRUE(write(1, kX)) << "in the same epoch, against the read";
  EXPECT_TRUE(write(2, kX));
  EXPECT_FALSE(write(2, kY));
}

TEST_P(Exact, UnlockOrdersLock) {
  lock(1, 0);
  EXPECT_FALSE(write(1, kX));
  unlock(1, 0);
  EXPECT_FALSE(write(1, kY));
  lock(2, 0);
  EXPECT_FALSE(write(2, kX));
  unlock(2, 0);
  EXPECT_TRUE(write(2, kY)) << "written after the unlock";
}

TEST_P(Exact, CreateAndJoin) {
  EXPECT_FALSE(write(0, kX));
  d->fork(thread(0), thread(3));
  EXPECT_FALSE(write(0, kY));
  EXPECT_FALSE(write(3, kX));
  EXPECT_TRUE(read(3, kY)) << "the creator went on";
  d->join(thread(0), thread(3));
  EXPECT_FALSE(write(0, kX));
}

TEST_P(Exact, ReaderBeforeWriterWithoutOrder) {  // r=x; a.store(1,relaxed) | a.load(relaxed); x=1
  EXPECT_FALSE(read(1, kX));
  store(1, 1, kRelaxed);
  load(2, 1, kRelaxed);
  EXPECT_TRUE(write(2, kX));
}

TEST_P(Exact, PostBeforeTheRead) {  // sem_post; r=x | sem_wait; x=1
  edge(1, EdgeKind::Release, 2);
  EXPECT_FALSE(read(1, kX));
  edge(2, EdgeKind::Acquire, 2);
  EXPECT_TRUE(write(2, kX));
}

TEST_P(Exact, EveryReaderCounts) {
  EXPECT_FALSE(read(1, kX));
  EXPECT_FALSE(read(2, kX));
  edge(2, EdgeKind::Release, 2), edge(0, EdgeKind::Acquire, 2);
  EXPECT_TRUE(write(0, kX)) << "thread 1's read is not ordered";
}

TEST_P(Exact, AnotherStoreEndsTheReleaseSequence) {
  EXPECT_FALSE(write(1, kX));
  store(1, 1, kRelease);
  load(0, 1, kRelaxed), store(0, 1, kRelaxed);
  load(2, 1, kAcquire);
  EXPECT_TRUE(write(2, kX));
}

TEST_P(Exact, OwnRelaxedStoreEndsItToo) {  // C++20, not C++11
  EXPECT_FALSE(write(1, kX));
  store(1, 1, kRelease);
  store(1, 1, kRelaxed);
  load(2, 1, kAcquire);
  EXPECT_TRUE(write(2, kX));
}

TEST_P(Exact, ReadModifyWriteContinuesTheReleaseSequence) {
  EXPECT_FALSE(write(1, kX));
  store(1, 1, kRelease);
  rmw(0, 1, kRelaxed);
  load(2, 1, kAcquire);
  EXPECT_FALSE(write(2, kX));
}

TEST_P(Exact, RelaxedReadModifyWriteAcquiresNothing) {
  EXPECT_FALSE(write(1, kX));
  store(1, 1, kRelease);
  rmw(2, 1, kRelease);
  EXPECT_TRUE(read(2, kX));
}

TEST_P(Exact, FencesPublishWhatCameBefore) {  // x=1; fence; y=1; a.store(relaxed) | a.load(relaxed); fence; r=x; r=y
  EXPECT_FALSE(write(1, kX));
  fence(1, kRelease);
  EXPECT_FALSE(write(1, kY));
  store(1, 1, kRelaxed);
  load(2, 1, kRelaxed), fence(2, kAcquire);
  EXPECT_FALSE(read(2, kX));
  EXPECT_TRUE(read(2, kY)) << "written after the fence";
}

TEST_P(Exact, NoAcquireFenceNoOrder) {
  EXPECT_FALSE(write(1, kX));
  fence(1, kRelease);
  store(1, 1, kRelaxed);
  load(2, 1, kRelaxed);
  fence(2, kRelease);
  EXPECT_TRUE(read(2, kX));
}

TEST_P(Exact, BarrierGenerationsAreApart) {
  edge(1, EdgeKind::ReleaseReset, 2), edge(2, EdgeKind::Release, 2);
  edge(1, EdgeKind::Acquire, 2);
  EXPECT_FALSE(write(1, kX));
  edge(1, EdgeKind::ReleaseReset, 2);  // phase 2 begins while the slow thread still leaves phase 1
  EXPECT_TRUE(write(2, kX));
}

TEST_P(Exact, AtomicsConflictWithPlainAccessesOnly) {
  EXPECT_FALSE(access(1, AccessKind::AtomicWrite, kA, 4));
  EXPECT_FALSE(access(2, AccessKind::AtomicWrite, kA, 4));
  EXPECT_FALSE(access(1, AccessKind::AtomicRead, kA, 8)) << "another width is atomic, too";
  EXPECT_FALSE(access(0, AccessKind::AtomicRead, kA, 4));
  const auto race = access(0, AccessKind::Read, kA, 4);
  ASSERT_TRUE(race);
  EXPECT_EQ(race->earlier.kind, AccessKind::AtomicWrite);
}

TEST_P(Exact, PlainReadOfWhatIsOnlyReadAtomically) {
  EXPECT_FALSE(access(1, AccessKind::AtomicRead, kA, 4));
  EXPECT_FALSE(read(2, kA));
  EXPECT_TRUE(access(0, AccessKind::AtomicWrite, kA, 1)) << "against the plain read";
}

TEST_P(Exact, FreeIsAWriteOfTheBlock) {
  EXPECT_FALSE(read(1, kX + 40, 1));
  const auto race = access(2, AccessKind::Free, kX, 5000);
  ASSERT_TRUE(race);
  EXPECT_EQ(race->earlier.kind, AccessKind::Read);
  EXPECT_EQ(race->earlier.address, kX + 40);
  EXPECT_EQ(race->earlier.size, 1U);
  const auto after = access(1, AccessKind::Read, kX + 4000, 8);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->earlier.kind, AccessKind::Free);
  d->fresh(kX, 5000);
  EXPECT_FALSE(write(1, kX, 8));
  EXPECT_FALSE(write(2, kX + 4000, 8));
}

TEST_P(Exact, AnObjectInTheSamePlaceKnowsNothing) {
  lock(1, 0);
  EXPECT_FALSE(write(1, kX));
  unlock(1, 0);
  d->forget(ObjectId(0));
  lock(2, 0);
  EXPECT_TRUE(write(2, kX));
}

TEST_P(Exact, OtherMemoryIsNobodysBusiness) {
  EXPECT_FALSE(write(1, kProgramBase - 8, 8));
  EXPECT_FALSE(write(2, kProgramBase - 8, 8));
  EXPECT_FALSE(write(1, kProgramEnd, 4096));
  EXPECT_FALSE(write(2, kProgramEnd, 4096));
  EXPECT_FALSE(write(1, 8, 8));
  EXPECT_FALSE(write(2, 8, 8));
  EXPECT_FALSE(write(1, ~Address{0} - 3, 4));
  EXPECT_FALSE(write(1, kProgramEnd - 4, 16));
  EXPECT_TRUE(write(2, kProgramEnd - 1, 16)) << "its last byte is";
  EXPECT_FALSE(write(1, kProgramBase - 4, 8));
  EXPECT_TRUE(write(2, kProgramBase, 1));
}

TEST_P(Exact, AThreadComesIntoBeingAgainAfterABacktrack) {
  d->new_interval();
  const Journal::Mark mark = journal.mark();
  for (int round = 0; round < 3; ++round) {
    d->fork(thread(0), thread(3));
    for (int i = 0; i <= round; ++i) edge(3, EdgeKind::Release, 5);
    fence(3, kRelease);
    EXPECT_FALSE(write(3, kX));
    EXPECT_TRUE(write(1, kX));
    journal.undo_to(mark);
  }
  EXPECT_FALSE(write(2, kX)) << "nobody has written it";
}

// ---- the vector-clock detector alone ----

TEST(VectorClock, InlinePathKnowsTheEpoch) {
  Journal journal;
  VectorClockDetector d(journal);
  const auto access = [&](AccessKind kind, Address a, unsigned size) {
    EXPECT_FALSE(d.access(Access{thread(0), kind, a, size, SiteId(1)}));
  };
  EXPECT_FALSE(d.already_seen_read<4>(kX));
  access(AccessKind::Read, kX, 4);
  EXPECT_TRUE(d.already_seen_read<4>(kX));
  EXPECT_TRUE(d.already_seen_read<1>(kX + 3));
  EXPECT_FALSE(d.already_seen_read<4>(kX + 1));
  EXPECT_FALSE(d.already_seen_read<8>(kX));
  EXPECT_FALSE(d.already_seen_write<4>(kX));
  access(AccessKind::Write, kX, 8);
  EXPECT_TRUE(d.already_seen_write<8>(kX));
  EXPECT_TRUE(d.already_seen_read<2>(kX + 3));
  access(AccessKind::Write, kY + 1, 1);
  EXPECT_TRUE(d.already_seen_write<1>(kY + 1));
  EXPECT_FALSE(d.already_seen_write<1>(kY + 2));
  EXPECT_FALSE(d.already_seen_write<4>(kY));

  d.disable_fast_path(true);
  EXPECT_FALSE(d.already_seen_write<8>(kX));
  EXPECT_FALSE(d.already_seen_read<4>(kProgramEnd));
  EXPECT_FALSE(d.note_read(kA, 4, SiteId(1)));
  d.disable_fast_path(false);
  EXPECT_TRUE(d.already_seen_write<8>(kX));
  EXPECT_FALSE(d.already_seen_write<4>(kProgramEnd)) << "the machine asks whether it is a library's variable";
  EXPECT_FALSE(d.already_seen_read<4>(kProgramEnd)) << "the machine tries whether it faults";

  d.order(thread(0), Edge{EdgeKind::Release, {}, ObjectId(0)});
  EXPECT_FALSE(d.already_seen_write<8>(kX));
  d.running(thread(1));
  EXPECT_FALSE(d.already_seen_read<8>(kX));
}

TEST(VectorClock, AJournalUndoneToItsStartLeavesABeginning) {
  Journal journal;
  VectorClockDetector d(journal);
  EXPECT_FALSE(d.access(Access{thread(0), AccessKind::Write, kX, 4, SiteId(1)}));
  journal.undo_to(0);
  EXPECT_FALSE(d.already_seen_write<4>(kX));
  EXPECT_FALSE(d.already_seen_read<4>(kY));
}

TEST(VectorClock, ABacktrackTakesTheEpochBack) {
  Journal journal;
  VectorClockDetector d(journal);
  EXPECT_FALSE(d.access(Access{thread(0), AccessKind::Write, kX, 4, SiteId(1)}));
  d.new_interval();
  const Journal::Mark mark = journal.mark();
  d.order(thread(0), Edge{EdgeKind::Release, {}, ObjectId(0)});
  EXPECT_FALSE(d.already_seen_write<4>(kX));
  journal.undo_to(mark);
  EXPECT_TRUE(d.already_seen_write<4>(kX));
}

// Ten rounds over a megabyte, in words and in bytes, must not fill the journal ten times.
TEST(VectorClock, JournalIsBoundedByWhatIsTouched) {
  Journal journal;
  VectorClockDetector d(journal);
  d.new_interval();
  const Journal::Mark mark = journal.mark();
  constexpr std::uint64_t kSize = 1 << 20;
  for (unsigned round = 0; round < 10; ++round) {
    d.order(thread(0), Edge{EdgeKind::Release, {}, ObjectId(0)});
    const bool words = round % 2 == 0;
    const AccessKind kind = words ? AccessKind::Write : AccessKind::Read;
    const unsigned width = words ? 4 : 1;
    for (Address a = kHeapBase; a < kHeapBase + kSize; a += width)
      ASSERT_FALSE(d.access(Access{thread(0), kind, a, width, SiteId(1)}));
  }
  EXPECT_LT(journal.bytes_since(mark), kSize * 4 + kSize / 2);
  journal.undo_to(mark);
  EXPECT_FALSE(d.access(Access{thread(1), AccessKind::Free, kHeapBase, kSize, SiteId(2)})) << "all is undone";
}

TEST(VectorClock, LargeBlocksThatNobodyTouchedAreCheap) {
  Journal journal;
  VectorClockDetector d(journal);
  d.new_interval();
  const Journal::Mark mark = journal.mark();
  constexpr std::uint64_t kSize = 64 << 20;
  d.fresh(kHeapBase + 8, kSize);
  EXPECT_FALSE(d.access(Access{thread(0), AccessKind::Write, kHeapBase + 8, kSize, SiteId(1)}));
  EXPECT_FALSE(d.access(Access{thread(0), AccessKind::Free, kHeapBase + 8, kSize, SiteId(2)}));
  EXPECT_LT(journal.bytes_since(mark), kSize / 8);
  const auto race = d.access(Access{thread(1), AccessKind::Read, kHeapBase + kSize / 2, 4, SiteId(3)});
  ASSERT_TRUE(race);
  EXPECT_EQ(race->earlier.site, SiteId(2));
}

TEST(VectorClock, TooManyThreadsAreAdmitted) {
  Journal journal;
  VectorClockDetector d(journal);
  d.fork(thread(0), thread(kMaxThreads - 1));
  EXPECT_EQ(d.overflowed(), nullptr);
  EXPECT_FALSE(d.access(Access{thread(0), AccessKind::Write, kX, 4, SiteId(1)}));
  EXPECT_TRUE(d.access(Access{thread(kMaxThreads - 1), AccessKind::Write, kX, 4, SiteId(1)}));
  d.fork(thread(0), thread(kMaxThreads));
  EXPECT_NE(d.overflowed(), nullptr);
  EXPECT_FALSE(d.access(Access{thread(kMaxThreads), AccessKind::Write, kX, 4, SiteId(1)})) << "worthless from now on";
}

TEST(Clocks, ACounterAtItsEndIsAdmitted) {
  Journal journal;
  detect::Clocks clocks(journal, 5);
  const Edge release{EdgeKind::Release, {}, ObjectId(0)};
  for (unsigned i = 1; i < 5; ++i) clocks.order(thread(0), release);
  EXPECT_EQ(clocks.own(thread(0)), 5U);
  EXPECT_EQ(clocks.overflowed(), nullptr);
  clocks.order(thread(0), release);
  EXPECT_NE(clocks.overflowed(), nullptr);
}

TEST(Registry, KnowsItsNames) {
  Journal journal;
  std::string error;
  for (const std::string& name : detector_names()) {
    const auto d = make_detector(name, journal, error);
    EXPECT_EQ(error, "");
    EXPECT_EQ(d == nullptr, name == "none");
    if (d) {
      EXPECT_EQ(d->name(), name);
    }
  }
  EXPECT_EQ(make_detector("guess", journal, error), nullptr);
  EXPECT_EQ(
      error,
      "unknown detector 'guess'; there are vector-clock, goldilocks, summary, eraser, locking-discipline and none");
  const auto first = make_detector("vector-clock", journal);
  EXPECT_EQ(make_detector("vector-clock", journal, error), nullptr) << "one per process";
  EXPECT_NE(error.find("address space"), std::string::npos);
}

}  // namespace
}  // namespace heddle
