// Wakeup trees as a data structure: whatever is planned, taken and dropped, the lists stay well formed and no node is
// lost or counted twice.
#include "search/wakeup_tree.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>

namespace heddle {
namespace {

using Branches = WakeupTrees::Branches;

class WakeupTreeTest : public testing::Test {
 protected:
  // A step of this thread on this object.
  WakeupSequence::Event event(unsigned thread, Address object, Choice choice = 0) {
    Operation op;
    op.kind = OperationKind::AtomicStore;
    op.object = object;
    op.width = 4;
    footprints.push_back(std::make_unique<Footprint>(footprint_of(op, {})));
    const Footprint& footprint = *footprints.back();
    return {ThreadId(static_cast<std::uint16_t>(thread)),
            choice,
            1,
            kClock.data(),
            &footprint,
            signature_of(footprint),
            true};
  }
  WakeupSequence sequence(std::initializer_list<WakeupSequence::Event> events) {
    WakeupSequence v;
    for (const WakeupSequence::Event& e : events) v.add(e);
    return v;
  }
  std::size_t nodes_of(const Branches& branches) const {
    std::size_t n = 0;
    for (auto i = branches.first; i != WakeupTrees::kNone; i = trees[i].next) n += 1 + nodes_of(trees[i].branches);
    return n;
  }
  std::vector<unsigned> threads_of(const Branches& branches) const {
    std::vector<unsigned> list;
    for (auto i = branches.first; i != WakeupTrees::kNone; i = trees[i].next) list.push_back(trees[i].thread.value);
    return list;
  }
  void expect_whole(const Branches& branches) const {
    EXPECT_TRUE(trees.is_well_formed(branches));
    EXPECT_EQ(nodes_of(branches), trees.size());
  }

  static constexpr std::array<WakeupSequence::Count, 16> kClock{};  // everybody may come first
  static constexpr Address kX = 0x1000, kY = 0x2000;
  std::vector<std::unique_ptr<Footprint>> footprints;
  WakeupTrees trees;
  Branches plan;
};

TEST_F(WakeupTreeTest, ASequenceGoesBelowTheFirstBranchThatCanBeginIt) {
  trees.append(plan, event(0, kX), false);
  trees.append(plan, event(1, kX), false);
  WakeupSequence v = sequence({event(1, kX), event(2, kX)});
  trees.insert_after_first(plan, v, true);
  EXPECT_EQ(threads_of(plan), (std::vector{0u, 1u}));
  EXPECT_EQ(threads_of(trees[trees[plan.first].next].branches), std::vector{2u});
  expect_whole(plan);
}

TEST_F(WakeupTreeTest, ASequenceThatNoBranchBeginsIsABranchOfItsOwn) {
  trees.append(plan, event(0, kX), false);
  trees.append(plan, event(1, kX), true);
  WakeupSequence v = sequence({event(2, kX), event(3, kY)});
  trees.insert_after_first(plan, v, true);
  EXPECT_EQ(threads_of(plan), (std::vector{0u, 1u, 2u}));
  expect_whole(plan);
}

TEST_F(WakeupTreeTest, ALeafThatIsSureStandsForWhatFollows) {
  trees.append(plan, event(0, kX), false);
  trees.append(plan, event(1, kX), true);
  WakeupSequence v = sequence({event(1, kX), event(2, kX)});
  trees.insert_after_first(plan, v, true);
  EXPECT_EQ(trees.size(), 2u);
  expect_whole(plan);
}

TEST_F(WakeupTreeTest, WhatIsBelowAStepThatCannotBeExecutedIsPlannedWithoutIt) {
  trees.append(plan, event(0, kX), false);
  trees.append(plan, event(1, kX), false);
  trees.append(plan, event(4, kX), false);
  WakeupSequence v = sequence({event(1, kX), event(2, kX)}), w = sequence({event(1, kX), event(3, kX)});
  trees.insert_after_first(plan, v, true);
  trees.insert_after_first(plan, w, true);
  trees.drop_first(plan);
  trees.skip_first(plan);
  EXPECT_EQ(threads_of(plan), (std::vector{2u, 3u, 4u}));
  expect_whole(plan);
}

TEST_F(WakeupTreeTest, AStepThatWasPlannedTwiceGetsBothContinuations) {
  trees.append(plan, event(0, kX), false);
  WakeupSequence v = sequence({event(1, kX), event(2, kX)});
  trees.insert_after_first(plan, v, true);
  trees.prepend(plan, event(1, kX), false);
  trees.gather(plan);
  EXPECT_EQ(threads_of(trees[plan.first].branches), std::vector{2u});
  expect_whole(plan);
}

TEST_F(WakeupTreeTest, AListThatDoesNotEndWhereItSaysIsNotWellFormed) {
  trees.append(plan, event(0, kX), false);
  trees.append(plan, event(1, kX), false);
  EXPECT_TRUE(trees.is_well_formed(plan));
  Branches cut = plan;
  cut.last = cut.first;
  EXPECT_FALSE(trees.is_well_formed(cut));
  cut = plan;
  cut.first = WakeupTrees::kNone;
  EXPECT_FALSE(trees.is_well_formed(cut));
}

TEST_F(WakeupTreeTest, AnyUseLeavesItWhole) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    trees.drop_all(plan);
    ASSERT_EQ(trees.size(), 0u);
    for (int step = 0; step < 200; ++step) {
      const auto any = [&] { return event(random() % 6, random() % 2 ? kX : kY); };
      switch (random() % 7) {
        case 0:
          trees.append(plan, any(), random() % 2);
          break;
        case 1:
          trees.prepend(plan, any(), random() % 2);
          break;
        case 2:
          if (!plan.empty()) trees.drop_first(plan);
          break;
        case 3:
          if (!plan.empty()) trees.skip_first(plan);
          break;
        case 4:
          if (!plan.empty()) trees.gather(plan);
          break;
        default: {
          if (plan.empty()) break;
          WakeupSequence v;
          for (unsigned t = 0; t < 6; ++t)  // each thread once at most
            if (random() % 2) v.add(event(t, random() % 2 ? kX : kY));
          if (!v.events().empty()) trees.insert_after_first(plan, v, random() % 2);
        }
      }
      ASSERT_TRUE(trees.is_well_formed(plan)) << seed << " " << step;
      ASSERT_EQ(nodes_of(plan), trees.size()) << seed << " " << step;
    }
  }
}

// What is written out and read in again is the same tree.
TEST_F(WakeupTreeTest, WordsHoldAllOfIt) {
  trees.append(plan, event(0, kX), false);
  trees.append(plan, event(1, kX), false);
  WakeupSequence v = sequence({event(1, kX), event(2, kX), event(3, kY)});
  trees.insert_after_first(plan, v, false);
  WordWriter out, again;
  trees.write(plan, out);
  const std::vector<std::uint64_t> words = out.take();
  Branches read;
  KeptByteSets kept;
  WordReader in(words);
  trees.read(read, in, kept);
  EXPECT_TRUE(in.is_at_end());
  EXPECT_TRUE(trees.is_well_formed(read));
  trees.write(read, again);
  EXPECT_EQ(again.take(), words);
}

}  // namespace
}  // namespace heddle
