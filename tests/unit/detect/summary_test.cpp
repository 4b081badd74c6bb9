// The summary detector beyond what exact_test.cpp demands of every exact one: the form of the paper, which knows no
// reads, and the life of columns.
#include "detect/summary.h"

#include <gtest/gtest.h>

#include <set>

#include "detect/naive.h"
#include "detect/registry.h"
#include "trace.h"

namespace heddle::test {
namespace {

using Pairs = std::set<std::tuple<Address, std::uint32_t, AccessKind>>;  // byte, site and kind of the earlier access

Pairs pairs_of(std::span<const Race> races, bool with_reads) {
  Pairs pairs;
  for (const Race& r : races)
    for (std::uint64_t i = 0; i < r.earlier.size && (with_reads || is_write(r.earlier.kind)); ++i)
      pairs.emplace(r.earlier.address + i, r.earlier.site.value, r.earlier.kind);
  return pairs;
}

// The paper's set: of the races that the seam promises, those whose earlier access is a write, plain or atomic. A
// remembered read never hides a write, so leaving reads out changes nothing else.
TEST(Summary, ThePapersFormFindsAllButReadThenWrite) {
  unsigned races = 0, left_out = 0;
  for (std::uint64_t seed = 1; seed <= share_of(4000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Journal journal, other;
    const auto paper = make_detector(kSummaryWithoutReads, journal, DetectorOptions{.list_all = true});
    NaiveDetector naive(other, true);
    for (const Event& e : make_trace(seed, flavour_for(seed), 80, seed % 3 == 0 ? 0 : 95)) {
      feed(naive, e);
      feed(*paper, e);
      if (e.what != Event::What::Access) continue;
      const Pairs expected = pairs_of(naive.races(), false);
      ASSERT_EQ(expected, pairs_of(paper->races(), true)) << "site " << e.access.site.value;
      races += static_cast<unsigned>(expected.size());
      left_out += static_cast<unsigned>(pairs_of(naive.races(), true).size() - expected.size());
    }
  }
  EXPECT_GT(races, share_of(10000));
  EXPECT_GT(left_out, 1000U);
}

TEST(Summary, OnlyReadRowsMakeItExact) {
  Journal journal;
  EXPECT_TRUE(make_detector("summary", journal)->exact());
  EXPECT_FALSE(make_detector(kSummaryWithoutReads, journal)->exact());
}

// 16 threads work for long on a few hundred locations: columns are used again.
TEST(Summary, ColumnsAreUsedAgain) {
  Journal journal;
  journal.set_recording(false);
  SummaryDetector summary(journal, true, false);
  std::mt19937_64 random(1);
  for (unsigned t = 1; t < 16; ++t) summary.fork(ThreadId(0), ThreadId(t));
  for (unsigned round = 0; round < 200'000; ++round) {
    const ThreadId t(static_cast<std::uint16_t>(random() % 16));
    const ObjectId lock(static_cast<std::uint32_t>(random() % 8));
    const Address place = kHeapBase + (lock.value * 32 + random() % 32) * 8;  // each location has its lock
    summary.order(t, {EdgeKind::Lock, {}, lock});
    EXPECT_FALSE(summary.access({t, random() % 2 == 0 ? AccessKind::Read : AccessKind::Write, place, 8, SiteId(1)}));
    summary.order(t, {EdgeKind::Unlock, {}, lock});
  }
  // At most a write and a read of each thread are remembered of a location; half as many again may wait for a sweep.
  EXPECT_LT(summary.columns_made(), 256U * 17 * 3 / 2);
  EXPECT_EQ(summary.overflowed(), nullptr);
}

}  // namespace
}  // namespace heddle::test
