// The journal against copies: whatever was remembered and changed between the marks, going back to one must bring the
// values of that moment back.
#include "support/journal.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "support/stable_pool.h"

namespace heddle {
namespace {

TEST(Journal, UndoesInReverse) {
  Journal journal;
  int value = 1;
  const auto mark = journal.mark();
  journal.remember(value);
  value = 2;
  journal.remember(value);
  value = 3;
  journal.undo_to(mark);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(journal.bytes_since(0), 0u);
}

TEST(Journal, NestedMarks) {
  Journal journal;
  std::array<int, 3> values{};
  std::vector<Journal::Mark> marks;
  for (int i = 0; i < 3; ++i) {
    marks.push_back(journal.mark());
    journal.remember(values);
    values[static_cast<std::size_t>(i)] = i + 1;
  }
  journal.undo_to(marks[2]);
  EXPECT_EQ(values, (std::array{1, 2, 0}));
  journal.undo_to(marks[2]);  // nothing to do
  EXPECT_EQ(values, (std::array{1, 2, 0}));
  journal.undo_to(marks[0]);
  EXPECT_EQ(values, (std::array{0, 0, 0}));
}

// Every size: the copying of small ones has cases of its own.
TEST(Journal, BytesOfEverySize) {
  for (std::size_t size = 1; size < 700; ++size) {
    Journal journal;
    std::vector<unsigned char> bytes(size + 2, 7);
    journal.remember_bytes(bytes.data() + 1, size);
    std::fill(bytes.begin(), bytes.end(), 9);
    journal.undo_to(0);
    EXPECT_EQ(bytes.front(), 9);
    EXPECT_EQ(bytes.back(), 9);
    for (std::size_t i = 1; i <= size; ++i) ASSERT_EQ(bytes[i], 7) << size << " " << i;
  }
}

TEST(Journal, AFillIsRememberedWithoutItsBytes) {
  Journal journal;
  std::vector<unsigned char> bytes(std::size_t{1} << 20, 0xab);
  journal.remember_fill(bytes.data() + 1, bytes.size() - 2, 0xab);
  EXPECT_LT(journal.bytes_since(0), 64u);
  std::fill(bytes.begin(), bytes.end(), 1);
  journal.undo_to(0);
  EXPECT_EQ(bytes.front(), 1);
  EXPECT_EQ(bytes.back(), 1);
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 0xab), static_cast<std::ptrdiff_t>(bytes.size() - 2));
}

TEST(Journal, GrowsAndKeepsWhatItHas) {
  Journal journal;
  std::vector<std::uint64_t> values(100'000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    journal.remember(values[i]);
    values[i] = i + 1;
  }
  EXPECT_GT(journal.bytes_since(0), std::size_t{1} << 20);
  journal.undo_to(0);
  EXPECT_EQ(std::count(values.begin(), values.end(), 0u), static_cast<std::ptrdiff_t>(values.size()));
}

TEST(Journal, ReservedRoomDoesNotMoveWhatItHolds) {
  Journal journal;
  int value = 1;
  journal.remember(value);
  const auto mark = journal.mark();
  journal.reserve(std::size_t{1} << 22);
  EXPECT_EQ(journal.mark(), mark);
  value = 2;
  journal.undo_to(0);
  EXPECT_EQ(value, 1);
}

TEST(Journal, RemembersNothingWhileItIsOff) {
  Journal journal;
  int value = 1;
  journal.set_recording(false);
  journal.remember(value);
  journal.remember_zero(&value, sizeof value);
  EXPECT_EQ(journal.mark(), 0u);
  value = 2;
  journal.undo_to(0);
  EXPECT_EQ(value, 2);
}

// A depth-first walk with single values, blocks and fills.
TEST(Journal, AnyWalkComesBackToItsStates) {
  struct State {
    Journal::Mark mark;
    std::vector<std::uint8_t> bytes;
  };
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    Journal journal;
    std::vector<std::uint8_t> bytes(3000);
    std::vector<State> path;
    for (int step = 0; step < 500; ++step) {
      const unsigned what = random() % 8;
      if (what < 4) {
        const std::size_t size = 1 + random() % (what == 0 ? 1000 : 40), at = random() % (bytes.size() - size);
        journal.remember_bytes(bytes.data() + at, size);
        for (std::size_t i = at; i < at + size; ++i) bytes[i] = static_cast<std::uint8_t>(random());
      } else if (what == 4) {
        const std::size_t size = 1 + random() % 300, at = random() % (bytes.size() - size);
        journal.remember_bytes(bytes.data() + at, size);
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), size, 5);
        journal.remember_fill(bytes.data() + at, size, 5);
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), size, 6);
      } else if (what < 7 || path.empty()) {
        path.push_back({journal.mark(), bytes});
      } else {
        path.resize(path.size() - random() % path.size());
        journal.undo_to(path.back().mark);
        ASSERT_EQ(bytes, path.back().bytes) << seed << " " << step;
      }
    }
  }
}

TEST(JournalDeathTest, AMarkOfAnotherPathIsRefused) {
  Journal journal;
  int value = 0;
  journal.remember(value);
  const auto mark = journal.mark();
  journal.undo_to(0);
  EXPECT_DEATH(journal.undo_to(mark), "mark <= used_");
}

TEST(StablePool, ElementsStayWhereTheyAre) {
  StablePool<int, 4> pool;
  pool.grow_to(1);
  int* const first = &pool[0];
  *first = 5;
  pool.grow_to(1000);
  EXPECT_EQ(&pool[0], first);
  EXPECT_EQ(pool[0], 5);
  EXPECT_EQ(pool[999], 0);
  pool.grow_to(10);
  EXPECT_EQ(pool.size(), 1000u);
}

TEST(StablePoolDeathTest, AnIndexBeyondItIsRefused) {
  StablePool<int, 4> pool;
  pool.grow_to(2);
  EXPECT_DEATH(pool[2] = 1, "i < size_");
}

}  // namespace
}  // namespace heddle
