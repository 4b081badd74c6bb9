// Which bytes of globals and stacks may be touched: against a plain set of bytes.
#include "machine/storage_map.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "model/red_zones.h"

namespace heddle {
namespace {

constexpr Address kStack = kStacksBase + (1 << 20);

class StorageMapTest : public testing::Test {
 protected:
  Journal journal;
  Image image;
};

TEST_F(StorageMapTest, BetweenGlobalsNothingMayBeTouched) {
  image.globals_begin = kProgramBase;
  image.globals = {{kProgramBase + 16, 20, 0}, {kProgramBase + 64, 8, 1}};
  const StorageMap map(journal, image);
  EXPECT_EQ(map.first_bad_byte(kProgramBase + 16, 20), 0u);
  EXPECT_EQ(map.first_bad_byte(kProgramBase + 16, 21), kProgramBase + 36);
  EXPECT_EQ(map.first_bad_byte(kProgramBase + 8, 4), kProgramBase + 8);
  EXPECT_EQ(map.first_bad_byte(kProgramBase + 64, 8), 0u);
  EXPECT_EQ(map.first_bad_byte(kProgramBase + 60, 8), kProgramBase + 60);
  EXPECT_EQ(map.first_bad_byte(kProgramBase + 72, 1), kProgramBase + 72);
  EXPECT_EQ(map.why(kProgramBase + 48), StorageMap::Why::Gap);
  EXPECT_EQ(map.why(kProgramBase + 64), StorageMap::Why::None);
  EXPECT_EQ(map.first_bad_byte(kProgramBase + 72 + kGlobalZone, 8), 0u);  // other data of the image
}

TEST_F(StorageMapTest, AnObjectReachesAsFarAsItsBytes) {
  image.globals_begin = kProgramBase;
  image.globals = {{kProgramBase + 16, 20, 0}};
  const StorageMap map(journal, image);
  for (Address a = kProgramBase + 16; a <= kProgramBase + 36; ++a) {
    const Extent extent = map.extent_around(a);
    EXPECT_EQ(extent.begin, kProgramBase + 16) << a - kProgramBase;
    EXPECT_EQ(extent.end, kProgramBase + 36) << a - kProgramBase;
    EXPECT_TRUE(extent.whole);
  }
  EXPECT_EQ(map.extent_around(kProgramBase + 37).end, 0u);
}

TEST_F(StorageMapTest, ASlotHasZonesOnBothSides) {
  for (std::uint64_t size = 1; size < 60; ++size) {
    StorageMap map(journal, image);
    EXPECT_TRUE(map.open(kStack, size));
    EXPECT_EQ(map.first_bad_byte(kStack, size), 0u);
    EXPECT_EQ(map.first_bad_byte(kStack, size + 1), kStack + size);
    for (unsigned i = 1; i <= kStackZone; ++i) EXPECT_EQ(map.first_bad_byte(kStack - i, 1), kStack - i);
    const Address end = kStack + (size + kStackZone - 1) / kStackZone * kStackZone;
    for (unsigned i = 0; i < kStackZone; ++i) EXPECT_EQ(map.first_bad_byte(end + i, 1), end + i);
    EXPECT_EQ(map.first_bad_byte(end + kStackZone, 1), 0u);
    EXPECT_EQ(map.first_bad_byte(kStack - kStackZone - 1, 1), 0u);
    EXPECT_FALSE(map.open(kStack, size));  // its zones are there already
  }
}

TEST_F(StorageMapTest, AClosedSlotMayNotBeTouchedUntilItIsOpenedAgain) {
  StorageMap map(journal, image);
  map.open(kStack, 12);
  map.close(kStack, 12);
  EXPECT_EQ(map.first_bad_byte(kStack + 4, 1), kStack + 4);
  EXPECT_EQ(map.why(kStack), StorageMap::Why::Closed);
  map.open(kStack, 12);
  EXPECT_EQ(map.first_bad_byte(kStack, 12), 0u);
  map.release(kStack - kStackZone, 64);
  EXPECT_EQ(map.first_bad_byte(kStack - kStackZone, 64), 0u);
}

TEST_F(StorageMapTest, OpenSlotsAreFoundInOrder) {
  StorageMap map(journal, image);
  map.open(kStack, 8);
  map.open(kStack + 64, 20);
  map.open(kStack + 128, 3);
  map.close(kStack + 64, 20);
  auto slot = map.next_open(kStack - 64, kStack + 512);
  EXPECT_EQ(slot.begin, kStack);
  EXPECT_EQ(slot.end, kStack + 8);
  slot = map.next_open(slot.end, kStack + 512);
  EXPECT_EQ(slot.begin, kStack + 128);
  EXPECT_EQ(slot.end, kStack + 131);
  slot = map.next_open(slot.end, kStack + 512);
  EXPECT_EQ(slot.begin, slot.end);
}

TEST_F(StorageMapTest, TheNeighbourOfABadByte) {
  StorageMap map(journal, image);
  map.open(kStack, 24);
  const auto below = map.neighbour(kStack + 26, 8);
  EXPECT_EQ(below.begin, kStack);
  EXPECT_EQ(below.end, kStack + 24);
  const auto above = map.neighbour(kStack - 2, 8);
  EXPECT_EQ(above.begin, kStack);
  EXPECT_EQ(map.neighbour(kStack - 12, 2).end, 0u);
}

TEST_F(StorageMapTest, AnyWalkComesBackToItsStates) {
  struct State {
    Journal::Mark mark;
    std::set<Address> open;
  };
  constexpr unsigned kSlots = 40;
  constexpr std::uint64_t kStride = 96;
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::mt19937 random(seed);
    Journal own;
    StorageMap map(own, image);
    auto size_of = [](Address slot) { return 1 + (slot - kStack) / kStride % 50; };
    for (unsigned i = 0; i < kSlots; ++i) map.open(kStack + i * kStride, size_of(kStack + i * kStride));
    for (unsigned i = 0; i < kSlots; ++i) map.close(kStack + i * kStride, size_of(kStack + i * kStride));
    std::set<Address> open;
    std::vector<State> path;
    for (int step = 0; step < 300; ++step) {
      const Address slot = kStack + random() % kSlots * kStride;
      const unsigned what = random() % 10;
      if (what < 6) {
        if (open.erase(slot) != 0)
          map.close(slot, size_of(slot));
        else
          map.open(slot, size_of(slot)), open.insert(slot);
      } else if (what < 8 || path.empty()) {
        map.new_interval();
        path.push_back({own.mark(), open});
      } else {
        path.resize(path.size() - random() % std::min<std::size_t>(path.size(), 4));
        own.undo_to(path.back().mark);
        map.new_interval();
        open = path.back().open;
      }
      for (unsigned i = 0; i < kSlots; ++i) {
        const Address a = kStack + i * kStride;
        ASSERT_EQ(map.first_bad_byte(a, size_of(a)), open.contains(a) ? 0 : a) << seed << " " << step << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace heddle
