#include "model/thread_slot.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "model/schedule.h"

namespace heddle {
namespace {

using Path = std::vector<unsigned>;

TEST(ThreadSlot, TheFirstChildrenOfMainHaveTheirNumbers) {
  EXPECT_EQ(slot_of_path({}), 0);
  EXPECT_EQ(slot_of_path(Path{1}), 1);
  EXPECT_EQ(slot_of_path(Path{255}), 255);
}

// All paths up to four steps of up to forty, and long chains: whoever has a slot of its own has it alone.
TEST(ThreadSlot, NoTwoPathsShareOne) {
  std::map<std::uint16_t, Path> taken;
  const auto add = [&](const Path& path) {
    const auto slot = slot_of_path(path);
    if (!slot) return;
    ASSERT_LT(*slot, kShortNumbers + kPathSlots);
    const auto [place, is_new] = taken.try_emplace(*slot, path);
    EXPECT_TRUE(is_new) << "slot " << *slot;
  };
  add({});
  for (unsigned a = 1; a <= kMaxThreads; ++a) add({a});
  for (unsigned a = 1; a <= 40; ++a)
    for (unsigned b = 1; b <= 40; ++b) {
      add({a, b});
      for (unsigned c = 1; c <= 40; ++c) {
        add({a, b, c});
        for (unsigned d = 1; d <= 12; ++d) add({a, b, c, d});
      }
    }
  for (unsigned depth = 5; depth <= 12; ++depth) add(Path(depth, 1));
  EXPECT_GT(taken.size(), kShortNumbers + 100u);
}

TEST(ThreadSlot, UsualShapesHaveSlotsOfTheirOwn) {
  EXPECT_TRUE(slot_of_path(Path(8, 1)));  // a chain
  for (unsigned a = 1; a <= 7; ++a)
    for (unsigned b = 1; b <= 3; ++b) EXPECT_TRUE(slot_of_path(Path{a, b}));
  for (unsigned a = 1; a <= 15; ++a) EXPECT_TRUE(slot_of_path(Path{a, 1}));
  EXPECT_FALSE(slot_of_path(Path{100, 100}));
  EXPECT_FALSE(slot_of_path(Path{256}));
}

TEST(ThreadSlot, NamesKeepTheirSlotsWhateverTheOrder) {
  ThreadNames one, other;
  const ThreadId a = one.child(kMainThread, 1), b = one.child(kMainThread, 2), c = one.child(a, 1);
  const ThreadId y = other.child(kMainThread, 2), x = other.child(kMainThread, 1), z = other.child(x, 1);
  EXPECT_EQ(one.slot(a), other.slot(x));
  EXPECT_EQ(one.slot(b), other.slot(y));
  EXPECT_EQ(one.slot(c), other.slot(z));
  EXPECT_FALSE(one.has_nameless_slots());
}

TEST(ThreadSlot, EverybodyHasOneAlone) {
  ThreadNames names;
  std::map<std::uint16_t, int> taken;
  ThreadId deep = kMainThread;
  for (int i = 0; i < 100; ++i) {
    deep = names.child(deep, 3);
    EXPECT_EQ(++taken[names.slot(deep)], 1);
  }
  EXPECT_TRUE(names.has_nameless_slots());
  for (unsigned n = 1; names.size() < kMaxThreads; ++n) {
    const ThreadId t = names.child(kMainThread, n == 3 ? 2000 : n);
    EXPECT_EQ(++taken[names.slot(t)], 1) << n;
  }
}

}  // namespace
}  // namespace heddle
