// What instrumented code may leave out (detect/known_lines.h): in random executions, with storage that ends and begins,
// atomic accesses and backtracking, a line never knows an access that the detector would still learn from.
#include "detect/known_lines.h"

#include <gtest/gtest.h>

#include <random>

#include "detect/vector_clock.h"

namespace heddle {
namespace {

constexpr Address kBegin = kHeapBase + 192;  // the end of one line, a whole one, and the beginning of the next
constexpr std::uint64_t kBytes = 64 + 256 + 64;

class KnownLinesTest : public testing::Test {
 protected:
  static ThreadId thread(unsigned t) { return ThreadId(static_cast<std::uint16_t>(t)); }
  KnownLinesTest() : d(journal, 4) {
    d.fork(thread(0), thread(1));
    d.fork(thread(0), thread(2));
    d.disable_fast_path(false);
    d.running(thread(0));
  }
  template <unsigned W, bool write>
  void announce(Address a) {
    if (!d.just_seen<W, write>(a)) d.access({now, write ? AccessKind::Write : AccessKind::Read, a, W, SiteId(1)});
    if (d.just_seen<W, write>(a)) d.tell_known<W, write>(a);
  }
  static bool knows(Address a, bool write) { return detect::KnownLines::knows(a, 1, write); }
  void run(unsigned t) { d.running(now = thread(t)); }

  Journal journal;
  VectorClockDetector d;
  ThreadId now = thread(0);
};

TEST_F(KnownLinesTest, KnowsWhatWasTold) {
  EXPECT_FALSE(knows(kBegin, false));
  announce<4, false>(kBegin);
  EXPECT_TRUE(knows(kBegin, false));
  EXPECT_FALSE(knows(kBegin, true));
  announce<8, true>(kBegin + 4);
  EXPECT_TRUE(detect::KnownLines::knows(kBegin, 3, false)) << "what is written is known to be read";
  EXPECT_TRUE(detect::KnownLines::knows(kBegin + 4, 2, true));
  EXPECT_FALSE(detect::KnownLines::knows(kBegin + 4, 3, true));
}

TEST_F(KnownLinesTest, ForgetsAtTheEndOfASegment) {
  announce<4, true>(kBegin);
  run(1);
  EXPECT_FALSE(knows(kBegin, false)) << "another thread";
  run(0);
  EXPECT_FALSE(knows(kBegin, false)) << "the first one again: others may have been here";
  announce<4, true>(kBegin);
  EXPECT_TRUE(knows(kBegin, true));
  d.order(now, Edge{EdgeKind::Unlock, MemoryOrder::SequentiallyConsistent, ObjectId(1)});
  EXPECT_FALSE(knows(kBegin, false)) << "another epoch";
  announce<4, true>(kBegin);
  d.new_interval();
  EXPECT_FALSE(knows(kBegin, false)) << "saved or restored";
}

TEST_F(KnownLinesTest, ForgetsStorageThatEnds) {
  for (Address a : {kBegin, kBegin + 64}) announce<4, true>(a);
  d.access({now, AccessKind::Free, kBegin, 4, SiteId(2)});
  EXPECT_FALSE(knows(kBegin, false));
  EXPECT_TRUE(knows(kBegin + 64, true)) << "another line";
  d.fresh(kBegin + 64, 8);
  EXPECT_FALSE(knows(kBegin + 64, false));
}

TEST_F(KnownLinesTest, NothingWhileThePathIsOff) {
  announce<4, true>(kBegin);
  d.disable_fast_path(true);
  EXPECT_FALSE(knows(kBegin, false));
  announce<4, true>(kBegin + 8);
  d.disable_fast_path(false);
  EXPECT_TRUE(knows(kBegin, true));
  EXPECT_FALSE(knows(kBegin + 8, false));
}

// One byte of four is no cell, and neither are four of two cells.
TEST_F(KnownLinesTest, WholeCellsOnly) {
  announce<1, true>(kBegin);
  EXPECT_FALSE(knows(kBegin, false));
  announce<4, false>(kBegin + 10);
  for (Address a : {kBegin + 8, kBegin + 12}) EXPECT_FALSE(knows(a, false));
  announce<4, true>(kBegin + 16);
  announce<1, false>(kBegin + 17);
  EXPECT_TRUE(knows(kBegin + 16, false));
}

// Places that share a line, as those of two threads' heaps do.
TEST_F(KnownLinesTest, OnePlaceOfSeveral) {
  const Address other = kBegin + (kKnownLines << kKnownLineShift);
  announce<4, true>(kBegin);
  EXPECT_FALSE(knows(other, false));
  announce<4, false>(other);
  EXPECT_TRUE(knows(other, false));
  EXPECT_FALSE(knows(other, true));
  EXPECT_FALSE(knows(kBegin, false));
}

// Numbers of segments are used again after 2^17.
TEST_F(KnownLinesTest, NumbersComeAgain) {
  announce<4, true>(kBegin);
  for (std::uint64_t i = 0; i < kSegments + 10; ++i) {
    run(1 + i % 2);
    EXPECT_FALSE(knows(kBegin, false));
    announce<4, true>(kBegin + 128 + 4 * (i % 2));
  }
}

TEST_F(KnownLinesTest, NeverKnowsMoreThanTheDetector) {
  std::mt19937 random(7);
  auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::vector<Journal::Mark> marks;
  std::size_t known = 0;
  for (unsigned step = 0; step < 40000; ++step) {
    const Address a = kBegin + 4 * below(kBytes / 4 - 4), odd = a + below(4);
    const std::uint64_t size = 1 + below(40);
    switch (below(24)) {
      case 0:
        run(below(3));
        break;
      case 1:
        d.order(now, Edge{below(2) ? EdgeKind::Unlock : EdgeKind::Lock, MemoryOrder::SequentiallyConsistent,
                          ObjectId(below(2))});
        break;
      case 2:
        d.access({now, AccessKind::Free, odd, size, SiteId(3)});
        break;
      case 3:
        d.fresh(odd, size);
        break;
      case 4:
        d.access({now, below(2) ? AccessKind::AtomicRead : AccessKind::AtomicWrite, a, 4, SiteId(4)});
        break;
      case 5:
        d.access({now, AccessKind::AtomicWrite, a & ~Address{31}, 40, SiteId(5)});  // a group
        break;
      case 6:
        d.access({thread(below(3)), AccessKind::Write, odd, size, SiteId(6)});
        break;
      case 7:
        d.new_interval();
        if (marks.empty() || below(3)) {
          marks.push_back(journal.mark());
        } else {
          journal.undo_to(marks.back());
          marks.pop_back();
          d.new_interval();
          run(now.value);
        }
        break;
      case 8:
        announce<1, true>(odd);
        break;
      case 9:
        announce<2, false>(odd);
        break;
      case 10:
        announce<4, true>(odd);
        break;
      case 11:
        announce<16, false>(a);
        break;
      case 12:
        announce<16, true>(a);
        break;
      default:
        below(3) ? announce<8, false>(a) : announce<8, true>(a);
    }
    for (Address byte = kBegin; byte < kBegin + kBytes; ++byte) {  // of a cell that may be split by now
      known += knows(byte, false);
      if (knows(byte, false)) ASSERT_TRUE(d.already_seen_read<1>(byte)) << step;
      if (knows(byte, true)) ASSERT_TRUE(d.already_seen_write<1>(byte)) << step;
    }
  }
  EXPECT_GT(known, 40000u) << "a test of nothing";
}

}  // namespace
}  // namespace heddle
