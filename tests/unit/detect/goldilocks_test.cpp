// The lockset detector: the examples of Elmas 2006 set by set, each rule alone, and long executions in which the table
// is swept again and again.
#include "detect/goldilocks.h"

#include <gtest/gtest.h>

#include <set>

#include "detect/naive.h"
#include "trace.h"

namespace heddle::test {
namespace {

using detect::Keep;
using detect::Member;

constexpr ThreadId T1{1}, T2{2}, T3{3}, T4{4};
constexpr ObjectId Qlock{1}, Tlock{2}, m1{3}, m2{4}, m3{5}, flag{6}, semaphore{7};
constexpr Address x = kHeapBase, y = kHeapBase + 64;

class Goldilocks : public testing::Test {
 protected:
  explicit Goldilocks(Keep keep = Keep::Enough) : d(journal, keep, false) {}

  bool read(ThreadId t, Address a = x) { return d.access({t, AccessKind::Read, a, 4, SiteId(1)}).has_value(); }
  bool write(ThreadId t, Address a = x) { return d.access({t, AccessKind::Write, a, 4, SiteId(2)}).has_value(); }
  void edge(ThreadId t, EdgeKind kind, ObjectId o, MemoryOrder order = MemoryOrder::SequentiallyConsistent) {
    d.order(t, Edge{kind, order, o});
  }
  void lock(ThreadId t, ObjectId m) { edge(t, EdgeKind::Lock, m); }
  void unlock(ThreadId t, ObjectId m) { edge(t, EdgeKind::Unlock, m); }

  static std::string name(Member m) {
    static const char* const kObjects[] = {"", "Qlock", "Tlock", "m1", "m2", "m3", "flag", "semaphore"};
    if (m.kind == Member::Kind::Object) return kObjects[m.index];
    static const char* const kKinds[] = {"T", "fence of T", "pending of T"};
    return kKinds[static_cast<unsigned>(m.kind)] + std::to_string(m.index);
  }
  // The locksets of a byte: of the last write, then of the reads since.
  std::string ls(Address a = x) {
    std::string text;
    for (const auto& set : d.locksets(a)) {
      std::string one;
      for (const Member m : set.members) one += (one.empty() ? "" : " ") + name(m);
      text += (text.empty() ? "{" : " {") + one + "}";
    }
    return text;
  }

  Journal journal;
  GoldilocksDetector d;
};

// Both forms of the rules: in the example every access but the last is a write or a read-and-write.
class PaperExamples : public Goldilocks, public testing::WithParamInterface<Keep> {
 protected:
  PaperExamples() : Goldilocks(GetParam()) {}
};
INSTANTIATE_TEST_SUITE_P(BothForms, PaperExamples, testing::Values(Keep::Exclusive, Keep::Enough));

// Section 2.1, item by item.
TEST_P(PaperExamples, TaskQueue) {
  EXPECT_EQ(ls(), "");  // every lock and every thread: nothing is remembered of it
  EXPECT_FALSE(write(T1));
  EXPECT_EQ(ls(), "{T1}");  // 1 (a)
  lock(T1, Qlock);
  EXPECT_EQ(ls(), "{T1 Qlock}");  // 1 (b)
  unlock(T1, Qlock);
  EXPECT_EQ(ls(), "{T1 Qlock}");

  lock(T2, Qlock);
  EXPECT_EQ(ls(), "{T1 T2 Qlock}");  // 2 (a)
  unlock(T2, Qlock);
  d.fork(T2, T3);
  EXPECT_EQ(ls(), "{T1 T2 T3 Qlock}");  // 2 (b)
  d.fork(T2, T4);
  EXPECT_EQ(ls(), "{T1 T2 T3 T4 Qlock}");

  lock(T3, Tlock);
  EXPECT_EQ(ls(), "{T1 T2 T3 T4 Qlock Tlock}");  // 3 (a)
  EXPECT_FALSE(read(T3));
  EXPECT_FALSE(write(T3));
  EXPECT_EQ(ls(), "{T3 Tlock}");  // 3 (b)
  unlock(T3, Tlock);
  EXPECT_EQ(ls(), "{T3 Tlock}");

  lock(T4, Tlock);
  EXPECT_EQ(ls(), "{T3 T4 Tlock}");  // 4 (a)
  EXPECT_FALSE(read(T4));
  EXPECT_FALSE(write(T4));
  EXPECT_EQ(ls(), "{T4 Tlock}");  // 4 (b)
  unlock(T4, Tlock);

  d.join(T2, T3);
  EXPECT_EQ(ls(), "{T4 Tlock}");
  d.join(T2, T4);
  EXPECT_EQ(ls(), "{T2 T4 Tlock}");  // 5 (a)
  EXPECT_FALSE(read(T2));
  EXPECT_EQ(ls(), GetParam() == Keep::Exclusive ? "{T2}" : "{T2 T4 Tlock} {T2}");  // 5 (b)
}

// Section 2: the lock that protects x changes.
TEST_P(PaperExamples, ThreeLocks) {
  for (const auto& [t, a, b] : {std::tuple(T1, m1, m2), std::tuple(T2, m2, m3), std::tuple(T3, m1, m3)}) {
    lock(t, a), lock(t, b);
    EXPECT_FALSE(read(t));
    EXPECT_FALSE(write(t));
    unlock(t, a), unlock(t, b);
  }
}

// Section 2: o1 is handed from lock ma (m1) to mb (m2) by a thread that does not touch it.
TEST_P(PaperExamples, IntBox) {
  lock(T1, m1);
  EXPECT_FALSE(write(T1));
  unlock(T1, m1);
  EXPECT_EQ(ls(), "{T1 m1}");
  lock(T2, m1), lock(T2, m2);
  EXPECT_EQ(ls(), "{T1 T2 m1 m2}");
  EXPECT_FALSE(write(T2, y));  // the references a and b
  unlock(T2, m1), unlock(T2, m2);
  lock(T3, m2);
  EXPECT_EQ(ls(), "{T1 T2 T3 m1 m2}");
  EXPECT_FALSE(read(T3));
  EXPECT_FALSE(write(T3));
  unlock(T3, m2);
  EXPECT_TRUE(read(T4));
}

TEST_P(PaperExamples, ReadsRaceWithReadsInFigure4Only) {
  EXPECT_FALSE(read(T1));
  EXPECT_EQ(read(T2), GetParam() == Keep::Exclusive);
  EXPECT_TRUE(write(T3));
}

// ---- the rules, one at a time ----

TEST_F(Goldilocks, AReaderIsRememberedBesideTheWriter) {
  write(T1);
  d.fork(T1, T2);
  EXPECT_FALSE(read(T2));
  EXPECT_FALSE(read(T1));
  EXPECT_EQ(ls(), "{T1 T2} {T2} {T1}");
  EXPECT_TRUE(write(T1));
  EXPECT_EQ(ls(), "{T1}");
}

TEST_F(Goldilocks, AMutexThatIsNotAcquiredOrdersNothing) {
  lock(T1, m1);
  write(T1);
  EXPECT_EQ(ls(), "{T1 m1}");
  unlock(T1, m1);
  lock(T2, m2);
  EXPECT_EQ(ls(), "{T1 m1}");
  EXPECT_TRUE(write(T2));
}

TEST_F(Goldilocks, AccessesAfterTheUnlockAreNotCovered) {
  lock(T1, m1), unlock(T1, m1);
  write(T1);
  lock(T2, m1);
  EXPECT_EQ(ls(), "{T1}");
  EXPECT_TRUE(write(T2));
}

TEST_F(Goldilocks, AThreadKnowsWhatItsCreatorDidBefore) {
  write(T1), d.fork(T1, T2), write(T1, y);
  EXPECT_FALSE(write(T2));
  EXPECT_TRUE(write(T2, y));
}

TEST_F(Goldilocks, ReleasesAdd) {
  write(T1), write(T2, y);
  edge(T1, EdgeKind::Release, semaphore), edge(T2, EdgeKind::Release, semaphore);
  EXPECT_EQ(ls() + ls(y), "{T1 semaphore}{T2 semaphore}");
  edge(T3, EdgeKind::Acquire, semaphore);
  EXPECT_EQ(ls() + ls(y), "{T1 T3 semaphore}{T2 T3 semaphore}");
  EXPECT_FALSE(write(T3));
  EXPECT_FALSE(write(T3, y));
}

TEST_F(Goldilocks, TheFirstArrivalOfAGenerationAssigns) {
  write(T1), write(T2, y);
  edge(T1, EdgeKind::Release, semaphore), edge(T2, EdgeKind::ReleaseReset, semaphore);
  EXPECT_EQ(ls() + ls(y), "{T1}{T2 semaphore}");
}

TEST_F(Goldilocks, AnAtomicStoreEndsTheReleaseSequenceBeforeIt) {
  write(T1);
  edge(T1, EdgeKind::AtomicStore, flag, MemoryOrder::Release);
  EXPECT_EQ(ls(), "{T1 flag}");
  edge(T2, EdgeKind::AtomicRmw, flag, MemoryOrder::Relaxed);  // goes on with it
  EXPECT_EQ(ls(), "{T1 pending of T2 flag}");
  write(T2, y);
  edge(T2, EdgeKind::AtomicStore, flag, MemoryOrder::Release);  // does not, though it is a release
  EXPECT_EQ(ls(), "{T1 pending of T2}");
  EXPECT_EQ(ls(y), "{T2 flag}");
  edge(T3, EdgeKind::AtomicLoad, flag, MemoryOrder::Acquire);
  EXPECT_FALSE(write(T3, y));
  EXPECT_TRUE(write(T3));
}

TEST_F(Goldilocks, ARelaxedStorePublishesNothing) {
  write(T1);
  edge(T1, EdgeKind::AtomicStore, flag, MemoryOrder::Relaxed);
  EXPECT_EQ(ls(), "{T1}");
}

TEST_F(Goldilocks, AReleaseRmwAdds) {
  write(T1), write(T2, y);
  edge(T1, EdgeKind::AtomicRmw, flag, MemoryOrder::Release);
  edge(T2, EdgeKind::AtomicRmw, flag, MemoryOrder::Release);
  EXPECT_EQ(ls() + ls(y), "{T1 pending of T2 flag}{T2 flag}");
}

TEST_F(Goldilocks, AReleaseFenceIsWhatLaterRelaxedStoresPublish) {
  write(T1);
  edge(T1, EdgeKind::Fence, {}, MemoryOrder::Release);
  write(T1, y);
  edge(T1, EdgeKind::AtomicStore, flag, MemoryOrder::Relaxed);
  EXPECT_EQ(ls() + ls(y), "{T1 fence of T1 flag}{T1}");
  edge(T2, EdgeKind::AtomicLoad, flag, MemoryOrder::Acquire);
  EXPECT_FALSE(write(T2));
  EXPECT_TRUE(write(T2, y));
}

TEST_F(Goldilocks, AnAcquireFenceMakesEarlierRelaxedLoadsCount) {
  write(T1), write(T1, y);
  edge(T1, EdgeKind::AtomicStore, flag, MemoryOrder::Release);
  edge(T2, EdgeKind::AtomicLoad, flag, MemoryOrder::Relaxed);
  EXPECT_EQ(ls(), "{T1 pending of T2 flag}");
  EXPECT_TRUE(write(T2));
  edge(T2, EdgeKind::Fence, {}, MemoryOrder::Acquire);
  EXPECT_FALSE(write(T2, y));
}

TEST_F(Goldilocks, AForgottenObjectLeavesEverySet) {
  write(T1);
  edge(T1, EdgeKind::Release, semaphore);
  d.forget(semaphore);
  EXPECT_EQ(ls(), "{T1}");
  lock(T1, m1), d.forget(m1);
  EXPECT_EQ(ls(), "{T1}");
}

TEST_F(Goldilocks, FreshStorageHasNoLockset) {
  write(T1);
  d.fresh(x, 2);
  EXPECT_EQ(ls(x), "");
  EXPECT_EQ(ls(x + 2), "{T1}");
  EXPECT_FALSE(d.access({T2, AccessKind::Write, x, 2, SiteId(1)}));
  EXPECT_TRUE(write(T2));
}

// ---- the table ----

// What a synchronisation operation costs does not depend on the number of locations.
TEST_F(Goldilocks, LocationsShareTheirLocksets) {
  constexpr unsigned kLocations = 20000;
  d.fork(T1, T2);
  for (unsigned i = 0; i < kLocations; ++i) {
    const ThreadId t = i % 2 != 0 ? T1 : T2;
    lock(t, Qlock);
    EXPECT_FALSE(write(t, x + 4 * i));
    unlock(t, Qlock);
  }
  EXPECT_LE(d.table().columns(), 256U);
  d.table().sweep();
  EXPECT_LE(d.table().size(), 4U);
  for (unsigned i = 0; i < kLocations; ++i) EXPECT_EQ(write(T3, x + 4 * i), true);
  for (unsigned i = 0; i < kLocations; ++i) EXPECT_EQ(ls(x + 4 * i), "{T3}");
  EXPECT_EQ(d.table().size(), 1U);
}

TEST_F(Goldilocks, SetsThatBecomeEqualAreUnited) {
  write(T1, x), edge(T1, EdgeKind::Release, semaphore), write(T1, y);
  EXPECT_EQ(d.table().size(), 2U);
  d.table().sweep();
  EXPECT_EQ(d.table().size(), 2U);
  EXPECT_EQ(ls(x) + ls(y), "{T1 semaphore}{T1}");
  edge(T1, EdgeKind::Release, semaphore);
  d.table().sweep();
  EXPECT_EQ(d.table().size(), 1U);
  EXPECT_EQ(ls(x) + ls(y), "{T1 semaphore}{T1 semaphore}");
}

// The table does its work once in 256 sets; here at any moment, and the oracle decides.
TEST(GoldilocksTable, SweepsChangeNothing) {
  unsigned races = 0;
  for (std::uint64_t seed = 1; seed <= share_of(1500); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::vector<Event> trace = make_trace(seed, flavour_for(seed), 90, seed % 3 == 0 ? 0 : 95);
    std::mt19937_64 random(seed);
    Journal journal, naive_journal;
    GoldilocksDetector d(journal, Keep::All, true);
    NaiveDetector naive(naive_journal, true);
    std::size_t saved = 0;
    Journal::Mark mark = journal.mark();
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (random() % 3 == 0) d.table().sweep();
      feed(naive, trace[i]);
      const bool found = feed(d, trace[i]).has_value();
      if (trace[i].what == Event::What::Access) {
        ASSERT_EQ(found, !naive.races().empty()) << "event " << i;
      }
      races += found;
      if (random() % 8 == 0) {  // again from the last save, now with other sweeps
        journal.undo_to(mark);
        for (std::size_t j = saved; j <= i; ++j) {
          if (random() % 2 == 0) d.table().sweep();
          feed(d, trace[j]);
        }
        d.new_interval();
        mark = journal.mark();
        saved = i + 1;
      }
    }
  }
  EXPECT_GT(races, share_of(1000));
}

// Long executions of many threads: the table fills, is swept and grows on its own account.
TEST(GoldilocksTable, GrowsAndIsSweptOnItsOwn) {
  std::uint32_t largest = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Journal journal, naive_journal;
    GoldilocksDetector d(journal, Keep::All, true);
    NaiveDetector naive(naive_journal, true);
    std::mt19937_64 random(seed);
    const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    for (unsigned t = 1; t < 8; ++t) {
      d.fork(ThreadId(0), ThreadId(static_cast<std::uint16_t>(t)));
      naive.fork(ThreadId(0), ThreadId(static_cast<std::uint16_t>(t)));
    }
    for (unsigned i = 0; i < 4000; ++i) {
      const ThreadId t(static_cast<std::uint16_t>(below(8)));
      Event e{Event::What::Access, t, {}, {}, {t, AccessKind::Write, kHeapBase + 4 * below(2000), 4, SiteId(i + 1)}};
      if (below(10) < 4) {
        constexpr EdgeKind kKinds[] = {EdgeKind::Release, EdgeKind::Release, EdgeKind::Acquire, EdgeKind::ReleaseReset};
        e = Event{Event::What::Order, t, {}, Edge{kKinds[below(4)], {}, ObjectId(below(400))}, {}};
      }
      feed(naive, e);
      const bool found = feed(d, e).has_value();
      if (e.what != Event::What::Access) continue;
      ASSERT_EQ(found, !naive.races().empty()) << "seed " << seed << " event " << i;
    }
    largest = std::max(largest, d.table().columns());
  }
  EXPECT_GT(largest, 256U);
}

}  // namespace
}  // namespace heddle::test
