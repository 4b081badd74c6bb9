// Bytes that one thread looks at and another one accesses plainly, in any order, across pages, and through a
// checkpoint.
#include "machine/mixed_accesses.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr ThreadId kOne{1}, kTwo{2}, kLate{300}, kLater{301};
constexpr Address kPlace = 0x1100'0000'1ffc;  // four bytes before the end of a page

TEST(MixedAccesses, NeedsTwoThreadsAndOneByte) {
  MixedAccesses mixed;
  mixed.note_look(kOne, kPlace, 4);
  EXPECT_FALSE(mixed.any());
  mixed.note_plain(kOne, kPlace, 4);
  EXPECT_FALSE(mixed.any());
  mixed.note_plain(kTwo, kPlace - 8, 8);
  mixed.note_plain(kTwo, kPlace + 4, 8);
  EXPECT_FALSE(mixed.any());
  mixed.note_plain(kTwo, kPlace + 3, 1);
  EXPECT_TRUE(mixed.any());
}

TEST(MixedAccesses, PlainAccessesMayComeFirst) {
  MixedAccesses mixed;
  mixed.note_plain(kTwo, kPlace, 8);
  mixed.note_look(kOne, kPlace + 6, 1);
  EXPECT_TRUE(mixed.any());
}

TEST(MixedAccesses, AnotherThreadIsNotForgottenForTheOwnOne) {
  MixedAccesses mixed;
  mixed.note_plain(kTwo, kPlace, 4);
  mixed.note_plain(kOne, kPlace, 4);
  mixed.note_look(kOne, kPlace, 4);
  EXPECT_TRUE(mixed.any());
}

TEST(MixedAccesses, WholePages) {
  MixedAccesses mixed;
  mixed.note_plain(kOne, kPlace, 3 * 4096);
  mixed.note_look(kOne, kPlace + 5000, 4);
  EXPECT_FALSE(mixed.any());
  mixed.note_plain(kTwo, kPlace + 5002, 1);
  EXPECT_TRUE(mixed.any());
}

TEST(MixedAccesses, KnowsWhatWasNoted) {
  MixedAccesses mixed;
  EXPECT_FALSE(mixed.knows_plain(kOne, kPlace, 4));
  mixed.note_plain(kOne, kPlace, 2);
  EXPECT_TRUE(mixed.knows_plain(kOne, kPlace, 2));
  EXPECT_FALSE(mixed.knows_plain(kOne, kPlace, 4));
  EXPECT_FALSE(mixed.knows_plain(kTwo, kPlace, 2));
  EXPECT_FALSE(mixed.knows_plain(kOne, kPlace + 4096, 2));
  mixed.note_plain(kTwo, kPlace, 2);
  EXPECT_TRUE(mixed.knows_plain(kTwo, kPlace, 2));
  EXPECT_TRUE(mixed.knows_plain(kOne, kPlace, 2));
}

TEST(MixedAccesses, ThreadsThatHaveNoMarkOfTheirOwn) {
  MixedAccesses mixed;
  mixed.note_plain(kLate, kPlace, 4);
  mixed.note_look(kLater, kPlace, 4);
  EXPECT_TRUE(mixed.any());
}

TEST(MixedAccesses, GoesThroughACheckpoint) {
  MixedAccesses before, after, looked;
  before.note_plain(kOne, kPlace, 2 * 4096);
  before.note_plain(kTwo, kPlace + 40, 4);
  before.note_look(kOne, kPlace + 60, 4);
  ASSERT_FALSE(before.any());
  after.learn(before.looks(), before.plain());
  EXPECT_FALSE(after.any());
  after.note_plain(kTwo, kPlace + 63, 1);
  EXPECT_TRUE(after.any());
  looked.learn({}, before.plain());
  looked.note_look(kOne, kPlace + 4096, 4);
  EXPECT_FALSE(looked.any());
  looked.note_look(kOne, kPlace + 43, 1);
  EXPECT_TRUE(looked.any());
}

}  // namespace
}  // namespace heddle
