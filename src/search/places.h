// Goes to any state whose schedule is known, from wherever the machine is: back to the last saved state that the two
// schedules have in common, and forward from there by repeating steps. A machine can only be brought back to states of
// its present path, so only those are saved. A repeated step is not counted and nobody is told what it shows.
//
// Whoever needs to know what has happened on the way to the present state is a PathFollower: it hears of each step,
// first or repeated, and of each way back.
//
// Main functions: go_to; step and arrived, where the tree grows.
#pragma once
#include <memory>
#include <vector>

#include "search/schedule_tree.h"
#include "search/walk.h"

namespace heddle {

class PathFollower {
 public:
  virtual ~PathFollower() = default;
  virtual void before_step() = 0;
  virtual void after_step(const Transition&) = 0;
  // The path has this many steps again.
  virtual void went_back(std::size_t depth) = 0;
};

class Places {
 public:
  using Node = ScheduleTree::Node;

  Places(Walk& walk, const ScheduleTree& tree, PathFollower& follower)
      : walk_(walk), tree_(tree), follower_(follower) {}

  // The walk has started: the machine is at the root.
  void begin();
  // False: a bound forbids it, or the program did not do the same again. Then the search is over.
  bool go_to(Node target);
  // Would that begin with a way back?
  bool is_behind(Node target) const;
  // From the node that the machine is at: a step that was not made before.
  Standing step(const ScheduleStep& step);
  // That step has led to this new node.
  void arrived(Node child);
  // The machine is at a node that it will have to come back to.
  void save();

 private:
  struct Place {
    Node node = ScheduleTree::kRoot;
    bool is_saved = false;
    std::unique_ptr<SavedState> saved;  // kept for reuse
  };

  bool is_on_path(Node n) const { return tree_.depth(n) < length_ && path_[tree_.depth(n)].node == n; }
  bool go_back(std::size_t depth);
  bool repeat(Node child);

  Walk& walk_;
  const ScheduleTree& tree_;
  PathFollower& follower_;
  std::vector<Place> path_;  // by depth; the first length_ are the path, the rest is kept for reuse
  // Invariant: the walk is at the last of them, or one step beyond where no node is.
  std::size_t length_ = 0;
  std::vector<Node> ahead_;  // what is to be repeated, the last first
};

}  // namespace heddle
