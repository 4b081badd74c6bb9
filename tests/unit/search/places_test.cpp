// Going to any state by its schedule: it is the state that the schedule leads to, and no repeated step counts.
#include "search/places.h"

#include <gtest/gtest.h>

#include <map>

#include "compare.h"
#include "generator.h"
#include "search/random_numbers.h"

namespace heddle::toy {
namespace {

using enum Code;

// The path as a follower hears of it.
class Heard : public PathFollower {
 public:
  void before_step() override { ++begun; }
  void after_step(const Transition& t) override { steps.push_back({t.thread, t.choice}); }
  void went_back(std::size_t depth) override { steps.resize(depth); }
  Schedule steps;
  unsigned begun = 0;
};

class Nobody : public SearchListener {
 public:
  bool found(const Failure&, const Schedule&) override { return ++told, true; }
  void completed(const AbstractMachine&, const Schedule&) override { ++told; }
  unsigned told = 0;
};

Schedule schedule_of(const ScheduleTree& tree, ScheduleTree::Node n) {
  Schedule schedule(tree.depth(n));
  for (std::size_t i = schedule.size(); i-- > 0; n = tree.parent(n)) schedule[i] = tree.step(n);
  return schedule;
}

TEST(ScheduleTree, NodesAreSchedules) {
  ScheduleTree tree;
  const auto a = tree.add(ScheduleTree::kRoot, {ThreadId(1)});
  const auto b = tree.add(a, {ThreadId(2), 3});
  tree.add(a, {ThreadId(1)});
  EXPECT_EQ(schedule_of(tree, b), (Schedule{{ThreadId(1)}, {ThreadId(2), 3}}));
  EXPECT_TRUE(schedule_of(tree, ScheduleTree::kRoot).empty());
}

struct Fixture {
  explicit Fixture(const Program& program) : machine(program), walk(machine, options, nobody, live) {
    machine.compare_states();
    EXPECT_EQ(walk.start(), Standing::Running);
    places.begin();
  }
  CheckOptions options;
  Nobody nobody;
  static inline LiveState live;
  ToyMachine machine;
  Walk walk;
  ScheduleTree tree;
  Heard heard;
  Places places{walk, tree, heard};
};

TEST(Places, BackAndForth) {
  const Program program = Program::of({{{Store, 0, 1}, {Store, 0, 2}, {Store, 0, 3}}, {{Load, 0}, {Load, 0}}});
  Fixture f(program);
  const ThreadId one(1), two(2);
  // Nothing but the root is saved.
  auto deep = ScheduleTree::kRoot;
  for (const ThreadId t : {one, two, one}) {
    ASSERT_EQ(f.places.step({t}), Standing::Running);
    f.places.arrived(deep = f.tree.add(deep, {t}));
  }
  const Fingerprint there = f.machine.fingerprint();
  const auto middle = f.tree.parent(deep);
  EXPECT_EQ(f.walk.stats.transitions, 3u);
  ASSERT_TRUE(f.places.go_to(middle));
  EXPECT_EQ(f.walk.schedule(), schedule_of(f.tree, middle));
  f.places.save();
  ASSERT_EQ(f.places.step({two}), Standing::Running);  // beside the tree
  ASSERT_TRUE(f.places.go_to(deep));
  EXPECT_EQ(f.machine.fingerprint(), there);
  EXPECT_EQ(f.heard.steps, schedule_of(f.tree, deep));
  EXPECT_EQ(f.heard.begun, 3u + 2 + 1 + 1) << "from the saved state in common, not from the start";
  ASSERT_TRUE(f.places.go_to(deep));
  EXPECT_EQ(f.heard.begun, 7u) << "it was there";
  EXPECT_EQ(f.walk.stats.transitions, 4u);
  EXPECT_EQ(f.nobody.told, 0u);
}

TEST(Places, AStepThatIsNotPossibleEndsIt) {
  const Program program = Program::of({{{Load, 0}, {Load, 0}}, {{Load, 0}}});
  Fixture f(program);
  ASSERT_EQ(f.places.step({ThreadId(1)}), Standing::Running);
  const auto a = f.tree.add(ScheduleTree::kRoot, {ThreadId(1)});
  f.places.arrived(a);
  const auto impossible = f.tree.add(a, {ThreadId(7)});
  EXPECT_FALSE(f.places.go_to(impossible));
  EXPECT_TRUE(f.walk.bounds.hit());
}

// Grows a tree from nodes taken at random. Each time the machine goes to a node it has to be in the state that it was
// in when the node came into being.
TEST(Places, EveryStateOfRandomPrograms) {
  unsigned visits = 0;
  for (std::uint64_t seed = 1; seed <= campaign_size(300); ++seed) {
    Generator generator(seed * 77'003);
    const Program program = generator.program();
    ToyMachine probe(program);
    probe.start();
    if (probe.status() != Status::Running) continue;
    Fixture f(program);
    RandomNumbers random(seed);
    std::vector<Fingerprint> states{f.machine.fingerprint()};
    for (unsigned n = 0; n < 60; ++n) {
      const auto node = static_cast<ScheduleTree::Node>(random.below(states.size()));
      ASSERT_TRUE(f.places.go_to(node));
      ++visits;
      ASSERT_EQ(f.machine.fingerprint(), states[node]) << program.text();
      ASSERT_EQ(f.heard.steps, schedule_of(f.tree, node));
      if (random.below(2) == 0) f.places.save();
      const Pending* p = random_enabled(f.machine.pending(), random);
      const ScheduleStep step{p->thread, random.outcome_of(*p)};
      if (f.places.step(step) != Standing::Running) continue;
      f.places.arrived(f.tree.add(node, step));
      states.push_back(f.machine.fingerprint());
    }
    EXPECT_EQ(f.walk.stats.transitions, 60u) << "a repeated step was counted";
  }
  EXPECT_GT(visits, 60u * campaign_size(300) / 6);  // most programs do something
}

}  // namespace
}  // namespace heddle::toy
