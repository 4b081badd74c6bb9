// Graphs drawn by hand: what is a livelock that luck could end, and what only looks like one.
#include "search/fair_cycles.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

using Arrow = FairCycles::Edge;
constexpr FairCycles::Node kOut = FairCycles::kOutside;

Arrow arrow(FairCycles::Node from, FairCycles::Node to, unsigned thread, Choice choice = 0, bool has_effect = true) {
  return {from, to, {ThreadId(static_cast<std::uint16_t>(thread)), choice}, has_effect};
}

std::size_t livelocks(std::size_t nodes, std::vector<Arrow> edges) {
  return FairCycles(nodes, std::move(edges)).livelocks().size();
}

// 0: both are out; 1, 2: one is in; 3: both are in, and both have to go.
std::vector<Arrow> after_you() {
  return {arrow(0, 1, 1), arrow(0, 2, 2),    arrow(1, kOut, 1), arrow(1, 3, 2),
          arrow(2, 3, 1), arrow(2, kOut, 2), arrow(3, 2, 1),    arrow(3, 1, 2)};
}

TEST(FairCycles, TwoThatGiveWayToEachOther) {
  FairCycles cycles(4, after_you());
  const auto found = cycles.livelocks();
  // From 3 the first goes to 2, where the second would get out: the others' steps lead back to 3. State 0 is passed
  // once.
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].nodes, (std::vector<FairCycles::Node>{1, 2, 3}));
  EXPECT_EQ(found[0].retrying.size(), 2u);
  const Schedule round = cycles.round(found[0], 3);
  ThreadSet ran;
  for (const ScheduleStep& step : round) ran.add(step.thread);
  EXPECT_EQ(ran.size(), 2u);
  FairCycles::Node to = 0;
  const auto way = cycles.way(0, found[0], to);
  ASSERT_TRUE(way.has_value());
  EXPECT_EQ(way->size(), 1u);
}

TEST(FairCycles, OneAloneIsNoLivelock) {
  EXPECT_EQ(livelocks(2, {arrow(0, 1, 1), arrow(1, 0, 1), arrow(0, kOut, 2)}), 0u);
}

TEST(FairCycles, WhoeverIsEnabledNowAndThenHasToRun) {
  std::vector<Arrow> edges = after_you();
  edges.push_back(arrow(3, kOut, 3));  // enabled in one state of the cycle only
  EXPECT_EQ(livelocks(4, edges), 0u);
}

TEST(FairCycles, AStateWithSomebodyWhoLeavesCanBeAvoided) {
  // As above, but from 1 and 2 a cycle leads back without state 3.
  std::vector<Arrow> edges = after_you();
  edges.push_back(arrow(3, kOut, 3));
  edges.push_back(arrow(1, 2, 4));
  edges.push_back(arrow(2, 1, 4));
  EXPECT_EQ(livelocks(4, edges), 0u);  // 1 and 2 have steps out of the states without 3
}

TEST(FairCycles, ChanceIsFair) {
  std::vector<Arrow> edges = after_you();
  edges.push_back(arrow(3, kOut, 1, 1));  // another outcome of the step from 3
  EXPECT_EQ(livelocks(4, edges), 0u);
  edges = after_you();
  edges.push_back(arrow(3, 1, 1, 1));
  EXPECT_EQ(livelocks(4, edges), 1u);
}

TEST(FairCycles, WhoeverWouldGoOnAloneWorks) {
  // Two toggle, and alone they would do so, too; a third looks, and would get out in state 1.
  const std::vector<Arrow> edges = {arrow(0, 1, 1), arrow(1, 0, 1),           arrow(0, 1, 2),
                                    arrow(1, 0, 2), arrow(0, 0, 3, 0, false), arrow(1, kOut, 3, 0, false)};
  EXPECT_EQ(livelocks(2, edges), 0u);
}

TEST(FairCycles, WhoeverOnlyLooksDoesNotWork) {
  std::vector<Arrow> edges = after_you();
  for (FairCycles::Node n = 0; n < 4; ++n) edges.push_back(arrow(n, n, 3, 0, false));
  EXPECT_EQ(livelocks(4, edges), 1u);
  edges = after_you();
  for (FairCycles::Node n = 0; n < 4; ++n) edges.push_back(arrow(n, n, 3, 0, true));
  EXPECT_EQ(livelocks(4, edges), 0u);
}

TEST(FairCycles, AWorkerWhoIsShutOutDoesNotCount) {
  // From 1 the first may go to 4, where a third works; from there the second leads back. 1 to 3 go round without it.
  std::vector<Arrow> edges = after_you();
  for (Arrow& e : edges)
    if (e.from == 1 && e.to == kOut) e.to = 4;
  edges.insert(edges.end(), {arrow(4, kOut, 1), arrow(4, 0, 2), arrow(4, 4, 3)});
  FairCycles cycles(5, edges);
  const auto found = cycles.livelocks();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].nodes, (std::vector<FairCycles::Node>{1, 2, 3}));
}

TEST(FairCycles, WhoeverComesRoundALoopWithoutAnExitWorks) {
  std::vector<Arrow> edges = after_you();
  for (Arrow& e : edges) e.comes_round = e.step.thread == ThreadId(1);
  EXPECT_EQ(livelocks(4, edges), 0u);
}

TEST(FairCycles, ComingRoundALoopWithoutAnExitIsAWayOut) {
  // Who gets both begins again, forever.
  std::vector<Arrow> edges = after_you();
  for (Arrow& e : edges)
    if (e.to == kOut) e.to = 0;
  EXPECT_EQ(livelocks(4, edges), 0u);
  for (Arrow& e : edges) e.comes_round = e.to == 0;
  EXPECT_EQ(livelocks(4, edges), 1u);
}

TEST(FairCycles, OutMeansForGood) {
  // Alone each gets to state 4, but that leads back.
  std::vector<Arrow> edges = after_you();
  for (Arrow& e : edges)
    if (e.to == kOut) e.to = 4;
  edges.push_back(arrow(4, 0, 1));
  EXPECT_EQ(livelocks(5, edges), 0u);
}

}  // namespace
}  // namespace heddle
