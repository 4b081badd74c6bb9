// The states of the current path at which more than one branch can be taken, with those branches: what a depth-first
// search without reduction goes back to. Only such states are saved, and they are restored once for each further
// branch. A branch is whatever the search takes (a schedule step, or more); a note is what the search wants to know
// again about a state when it comes back to it.
//
// Main functions: add (a branch of the new state), take_first, go_back (to the latest state with a branch left).
#pragma once
#include <vector>

#include "search/walk.h"

namespace heddle {

struct NoNote {};

template <class M, class L, class Branch, class Note = NoNote>
class BranchStack {
 public:
  explicit BranchStack(Walk<M, L>& walk) : walk_(walk) {}

  void add(const Branch& branch) { branches_.push_back(branch); }

  // Of the branches that were added since the last call. False: there is none, which never happens in a running state.
  bool take_first(Branch& next, const Note& note = {}) {
    const std::size_t first = nodes_.empty() ? 0 : nodes_.back().end;
    const std::size_t end = branches_.size();
    if (first == end) {
      walk_.bounds.add("internal error: a running state without an enabled thread");
      return false;
    }
    next = branches_[first];
    if (end - first == 1) {
      branches_.pop_back();
      return true;
    }
    if (saved_.size() == nodes_.size()) saved_.emplace_back();
    walk_.machine.save(saved_[nodes_.size()]);
    nodes_.push_back({walk_.depth(), first, end, first + 1, note});
    return true;
  }

  // False: no branch is left, or a bound forbids to take it.
  bool go_back(Branch& next, Note& note) {
    while (!nodes_.empty() && nodes_.back().next == nodes_.back().end) {
      branches_.resize(nodes_.back().first);
      nodes_.pop_back();
    }
    if (nodes_.empty()) return false;
    Node& node = nodes_.back();
    if (!walk_.go_back(saved_[nodes_.size() - 1], node.depth)) return false;
    note = node.note;
    next = branches_[node.next++];
    return true;
  }
  bool go_back(Branch& next) {
    Note note;
    return go_back(next, note);
  }

  // How much is done, if each branch of a state stands for an equal share of what is below that state.
  double share_done() const {
    double share = 0, below = 1;
    for (const Node& node : nodes_) {
      below /= static_cast<double>(node.end - node.first);
      share += below * static_cast<double>(node.next - node.first - 1);
    }
    return share;
  }

 private:
  struct Node {
    std::size_t depth;
    std::size_t first, end;  // its branches
    std::size_t next;        // the first that has not been taken
    [[no_unique_address]] Note note;
  };

  Walk<M, L>& walk_;
  std::vector<Node> nodes_;
  std::vector<Branch> branches_;
  std::vector<typename Walk<M, L>::Saved> saved_;  // saved_[i] belongs to nodes_[i]; kept for reuse
};

}  // namespace heddle
