// Depth-first search without any reduction: every enabled thread and every outcome at every state. The ground truth
// that the other strategies are tested against, so it is kept as simple as it is fast: only states with more than one
// branch are saved, and they are restored once for each further branch.
//
// Main functions: run, choose (at a new state), go_back (to the latest state with a branch left).
#pragma once
#include <vector>

#include "search/walk.h"

namespace heddle {

template <class M, class L>
class Dfs {
 public:
  explicit Dfs(Walk<M, L>& walk) : walk_(walk) {}

  // True: everything was covered.
  bool run() {
    Standing standing = walk_.start();
    while (true) {
      if (standing == Standing::Running) {
        if (!choose()) return false;
      } else if (standing == Standing::Stopped || !go_back()) {
        return !walk_.stopped();
      }
      standing = walk_.step(next_.thread, next_.choice);
    }
  }

 private:
  struct Node {  // a state with more than one branch, on the path to the current one
    std::size_t depth;
    std::size_t first, end;  // its branches
    std::size_t next;        // the first that has not been taken
  };

  bool choose() {
    const std::size_t first = branches_.size();
    for (const Pending& p : walk_.machine.pending())
      if (p.enabled)
        for (Choice c = 0; c < p.outcomes; ++c) branches_.push_back({p.thread, c});
    const std::size_t end = branches_.size();
    if (first == end) {
      walk_.bounds.add("internal error: a running state without an enabled thread");
      return false;
    }
    next_ = branches_[first];
    if (end - first == 1) {
      branches_.pop_back();
      return true;
    }
    if (saved_.size() == nodes_.size()) saved_.emplace_back();
    walk_.machine.save(saved_[nodes_.size()]);
    nodes_.push_back({walk_.depth(), first, end, first + 1});
    if (walk_.bounds.take_looked()) estimate();
    return true;
  }

  // False: no branch is left, or a bound forbids to take it.
  bool go_back() {
    while (!nodes_.empty() && nodes_.back().next == nodes_.back().end) {
      branches_.resize(nodes_.back().first);
      nodes_.pop_back();
    }
    if (nodes_.empty()) return false;
    Node& node = nodes_.back();
    if (!walk_.go_back(saved_[nodes_.size() - 1], node.depth)) return false;
    next_ = branches_[node.next++];
    return true;
  }

  // Each branch of a state stands for an equal share of what is below that state.
  void estimate() {
    double share = 0, below = 1;
    for (const Node& node : nodes_) {
      below /= static_cast<double>(node.end - node.first);
      share += below * static_cast<double>(node.next - node.first - 1);
    }
    walk_.set_share_done(share);
  }

  Walk<M, L>& walk_;
  ScheduleStep next_;
  std::vector<Node> nodes_;
  std::vector<ScheduleStep> branches_;
  std::vector<typename Walk<M, L>::Saved> saved_;  // saved_[i] belongs to nodes_[i]; kept for reuse
};

template <class M, class L>
SearchOutcome search_dfs(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  Walk<M, L> walk(machine, options, listener, live);
  const bool covered = Dfs<M, L>(walk).run();
  return walk.outcome(covered, "dfs");
}

}  // namespace heddle
