// Schedules that share their beginnings: a node stands for the schedule from the root to it, and is its parent and one
// step more. A search that has many states to come back to keeps them so, twelve bytes each, where a snapshot of each
// would be thousands.
#pragma once
#include <cstdint>
#include <vector>

#include "model/schedule.h"
#include "search/footprint_words.h"
#include "support/invariant.h"

namespace heddle {

class ScheduleTree {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;  // the empty schedule

  // Invariant: a node has a larger number than its parent.
  Node add(Node parent, const ScheduleStep& step) {
    HEDDLE_INVARIANT(parent < nodes_.size() && nodes_.size() < ~Node{0});
    nodes_.push_back({parent, nodes_[parent].depth + 1, step});
    return static_cast<Node>(nodes_.size() - 1);
  }
  std::size_t size() const { return nodes_.size(); }
  Node parent(Node n) const { return nodes_[n].parent; }             // of the root: itself
  std::uint32_t depth(Node n) const { return nodes_[n].depth; }      // how many steps
  const ScheduleStep& step(Node n) const { return nodes_[n].step; }  // the last one

  void write(WordWriter& out) const {
    out.put(nodes_.size() - 1);
    for (Node n = 1; n < nodes_.size(); ++n) {
      out.put(n - nodes_[n].parent);
      out.put(nodes_[n].step.thread.index());
      out.put(nodes_[n].step.choice);
    }
  }
  // In the place of all that is here; nodes keep their numbers.
  void read(WordReader& in) {
    nodes_.resize(1);
    in.each([&] {
      const auto up = static_cast<Node>(in.take_below(nodes_.size() + 1));
      const ThreadId thread = read_thread(in);
      const auto choice = static_cast<Choice>(in.take());
      if (up == 0) return in.fail();
      add(static_cast<Node>(nodes_.size()) - up, {thread, choice});
    });
  }

 private:
  struct Link {
    Node parent = kRoot;
    std::uint32_t depth = 0;
    ScheduleStep step;
  };
  static_assert(sizeof(Link) == 12);
  std::vector<Link> nodes_ = std::vector<Link>(1);
};

}  // namespace heddle
