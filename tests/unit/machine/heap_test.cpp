// The program's heap: where blocks lie, what of them may be touched, and that going back undoes all of it.
#include "machine/heap.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>

#include "machine/memory.h"
#include "model/image.h"

namespace heddle {
namespace {

class HeapTest : public testing::Test {
 protected:
  static constexpr ThreadId kOne{1}, kTwo{2};
  HeapTest() {
    for (unsigned n = 0; n < 3; ++n)
      memory.provide(ThreadId(static_cast<std::uint16_t>(n)), static_cast<std::uint16_t>(n));
  }
  Address allocate(ThreadId t, std::size_t size, std::size_t align = 1) {
    return reinterpret_cast<Address>(heap.allocate(t, size, align, SiteId(0)));
  }
  void release(ThreadId by, Address a) { heap.release(by, reinterpret_cast<void*>(a)); }
  const BlockHeader* block(Address a) const { return heap.block_at(reinterpret_cast<void*>(a)); }
  bool usable(Address a, std::size_t size) const { return heap.first_bad_byte(a, size) == 0; }
  // A scheduling point.
  Journal::Mark save() {
    heap.new_interval();
    return journal.mark();
  }
  void restore(Journal::Mark mark) {
    journal.undo_to(mark);
    heap.new_interval();
  }

  Image image;
  Memory memory{image};
  Journal journal;
  Heap heap{journal};
};

TEST_F(HeapTest, AnAddressDependsOnTheThreadAndItsPositionAlone) {
  const auto mark = save();
  std::vector<Address> ones, twos;
  for (std::size_t i = 0; i < 50; ++i) ones.push_back(allocate(kOne, 1 + i * 7));
  for (std::size_t i = 0; i < 50; ++i) twos.push_back(allocate(kTwo, 1 + i * 7));
  restore(mark);
  for (std::size_t i = 0; i < 50; ++i) {  // interleaved
    EXPECT_EQ(allocate(kTwo, 1 + i * 7), twos[i]);
    EXPECT_EQ(allocate(kOne, 1 + i * 7), ones[i]);
  }
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(heap_owner(ones[i]), kOne);
}

TEST_F(HeapTest, OnlyTheBytesOfABlockMayBeTouched) {
  for (std::size_t size = 1; size < 70; ++size) {
    const Address a = allocate(kOne, size);
    EXPECT_TRUE(usable(a, size));
    EXPECT_EQ(heap.first_bad_byte(a, size + 1), a + size);
    EXPECT_EQ(heap.first_bad_byte(a - 1, 1), a - 1);
    EXPECT_EQ(heap.first_bad_byte(a + size, 1), a + size);
    const Extent extent = heap.extent_around(a + size / 2);
    EXPECT_EQ(extent.begin, a);
    EXPECT_EQ(extent.end, a + size);
    ASSERT_NE(block(a), nullptr);
    EXPECT_EQ(block(a)->size, size);
    EXPECT_EQ(block(a + 16), nullptr);
  }
}

TEST_F(HeapTest, Alignment) {
  for (std::size_t align = 1; align <= 4096; align *= 2) {
    const Address a = allocate(kOne, 24, align);
    EXPECT_EQ(a % std::max<std::size_t>(align, 16), 0u);
    EXPECT_TRUE(usable(a, 24));
  }
}

TEST_F(HeapTest, WhatNoArenaHoldsIsNotAllocated) {
  EXPECT_EQ(allocate(kOne, kHeapStride), 0u);
  const Address most = allocate(kOne, kHeapStride / 2);
  EXPECT_NE(most, 0u);
  EXPECT_EQ(allocate(kOne, kHeapStride / 2), 0u);
  EXPECT_NE(allocate(kTwo, 16), 0u);
}

TEST_F(HeapTest, FreshMemoryIsZeroAlsoWhereAnUndonePathHasWritten) {
  const auto mark = save();
  const Address a = allocate(kOne, 1000);
  std::memset(reinterpret_cast<void*>(a), 0x55, 1000);
  restore(mark);
  const Address b = allocate(kOne, 1000);
  EXPECT_EQ(a, b);
  const auto* bytes = reinterpret_cast<const char*>(b);
  EXPECT_EQ(std::count(bytes, bytes + 1000, 0), 1000);
}

TEST_F(HeapTest, AFreedBlockIsQuarantined) {
  const Address a = allocate(kOne, 40);
  release(kOne, a);
  EXPECT_EQ(heap.first_bad_byte(a, 1), a);
  ASSERT_NE(block(a), nullptr);
  EXPECT_EQ(block(a)->state, BlockHeader::kFreed);
  for (int i = 0; i < 100; ++i) EXPECT_NE(allocate(kOne, 40), a);
  Address start = 0;
  EXPECT_EQ(heap.block_around(a + 8, start), block(a));
  EXPECT_EQ(start, a);
}

// Once the quarantine is full, the oldest comes back first; the same sequence gives the same addresses.
TEST_F(HeapTest, ReuseIsDeterministic) {
  constexpr std::size_t kSize = 1 << 20;
  const auto mark = save();
  std::vector<Address> first;
  auto sequence = [&] {
    std::vector<Address> addresses;
    for (int i = 0; i < 30; ++i) {
      addresses.push_back(allocate(kOne, kSize));
      release(kOne, addresses.back());
    }
    return addresses;
  };
  first = sequence();
  // 8 MB in quarantine: nine blocks are more than it holds.
  EXPECT_EQ(first[9], first[0]);
  EXPECT_EQ(first[10], first[1]);
  restore(mark);
  EXPECT_EQ(sequence(), first);
}

TEST_F(HeapTest, AReusedBlockIsZeroAndAsLongAsAsked) {
  constexpr std::size_t kSize = 1 << 20;
  std::vector<Address> blocks;
  for (int i = 0; i < 9; ++i) blocks.push_back(allocate(kOne, kSize));
  for (const Address a : blocks) {
    std::memset(reinterpret_cast<void*>(a), 0x77, kSize);
    release(kOne, a);
  }
  const Address again = allocate(kOne, kSize - 3);
  EXPECT_EQ(again, blocks[0]);
  EXPECT_EQ(heap.first_bad_byte(again, kSize), again + kSize - 3);
  const auto* bytes = reinterpret_cast<const char*>(again);
  EXPECT_EQ(std::count(bytes, bytes + kSize - 3, 0), static_cast<std::ptrdiff_t>(kSize - 3));
}

TEST_F(HeapTest, WhatAnotherThreadHasFreedIsNeverReused) {
  constexpr std::size_t kSize = 1 << 20;
  std::vector<Address> seen;
  for (int i = 0; i < 20; ++i) {
    const Address a = allocate(kOne, kSize);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), a), 0);
    seen.push_back(a);
    release(kTwo, a);
  }
}

// A walk with allocations and frees: after going back, the same bytes may be touched, the same blocks live.
TEST_F(HeapTest, WhatIsGivenBackInAnyOrderLeavesTheArenaAsItWas) {
  const auto lend = [&](std::size_t size) { return heap.lend(kOne, size, SiteId(0)); };
  allocate(kOne, 24);
  const std::size_t used = heap.used(kOne);
  void* const first = lend(100);
  void *const second = lend(3), *const third = lend(5000);
  std::memset(second, 7, 3);
  EXPECT_FALSE(usable(reinterpret_cast<Address>(third) + 5000, 1));
  heap.give_back(kOne, second);
  EXPECT_FALSE(usable(reinterpret_cast<Address>(second), 1));
  heap.give_back(kOne, first);
  EXPECT_GT(heap.used(kOne), used);
  const Journal::Mark mark = save();
  heap.give_back(kOne, third);
  EXPECT_EQ(heap.used(kOne), used);
  EXPECT_EQ(lend(100), first);
  restore(mark);
  EXPECT_TRUE(usable(reinterpret_cast<Address>(third), 5000));
}

TEST_F(HeapTest, WhatIsGivenBackStaysWhereSomethingElseFollowsOrAnotherThreadFrees) {
  void* const lent = heap.lend(kOne, 32, SiteId(0));
  allocate(kOne, 8);
  const std::size_t used = heap.used(kOne);
  heap.give_back(kOne, lent);
  EXPECT_EQ(heap.used(kOne), used);
  void* const handed_over = heap.lend(kOne, 32, SiteId(0));
  const std::size_t with = heap.used(kOne);
  heap.give_back(kTwo, handed_over);
  EXPECT_EQ(heap.used(kOne), with);
  void* const own = heap.lend(kOne, 32, SiteId(0));
  heap.give_back(kOne, own);
  EXPECT_EQ(heap.used(kOne), with);  // not what the other thread has freed: that would depend on the schedule
}

TEST_F(HeapTest, AnyWalkComesBackToItsStates) {
  struct State {
    Journal::Mark mark;
    std::map<Address, std::size_t> live;
    std::map<Address, std::vector<std::byte>> headers;  // program memory: snapshots bring that back
    std::size_t used[2];
  };
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::mt19937 random(seed);
    std::map<Address, std::size_t> live;
    std::vector<State> path;
    auto snapshot = [&](ThreadId t) {
      const auto* base = reinterpret_cast<const std::byte*>(kHeapBase + t.index() * kHeapStride);
      return std::vector<std::byte>(base, base + heap.used(t));
    };
    for (int step = 0; step < 300; ++step) {
      const ThreadId t = random() % 2 ? kOne : kTwo;
      const unsigned what = random() % 10;
      if (what < 5) {
        const std::size_t size = random() % 8 ? 1 + random() % 100 : 4000 + random() % 3000;
        live[allocate(t, size)] = size;
      } else if (what < 7 && !live.empty()) {
        auto victim = std::next(live.begin(), static_cast<std::ptrdiff_t>(random() % live.size()));
        release(t, victim->first);
        live.erase(victim);
      } else if (what < 9 || path.empty()) {
        path.push_back({save(), live, {}, {heap.used(kOne), heap.used(kTwo)}});
        for (const ThreadId owner : {kOne, kTwo}) path.back().headers[owner.index()] = snapshot(owner);
      } else {
        path.resize(path.size() - random() % std::min<std::size_t>(path.size(), 5));
        std::map<Address, std::size_t> gone = live;
        restore(path.back().mark);
        live = path.back().live;
        for (const auto& [owner, bytes] : path.back().headers)
          std::memcpy(reinterpret_cast<void*>(kHeapBase + owner * kHeapStride), bytes.data(), bytes.size());
        EXPECT_EQ(heap.used(kOne), path.back().used[0]);
        EXPECT_EQ(heap.used(kTwo), path.back().used[1]);
        for (const auto& [a, size] : gone)
          if (!live.contains(a)) {
            EXPECT_EQ(heap.first_bad_byte(a, 1), a) << seed << " " << step;
          }
      }
      for (const auto& [a, size] : live)
        ASSERT_TRUE(usable(a, size) && heap.first_bad_byte(a, size + 1) == a + size) << seed << " " << step;
    }
    path.clear();
    restore(0);
  }
}

}  // namespace
}  // namespace heddle
