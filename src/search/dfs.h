// Depth-first search without any reduction: every enabled thread and every outcome at every state. The ground truth
// that the other strategies are tested against, so it is kept as simple as it is fast.
//
// Main functions: run, choose (at a new state); branch_stack.h goes back to the latest state with a branch left.
#pragma once
#include "search/branch_stack.h"
#include "search/walk.h"

namespace heddle {

template <class M, class L>
class Dfs {
 public:
  explicit Dfs(Walk<M, L>& walk) : walk_(walk), stack_(walk) {}

  // True: everything was covered.
  bool run() {
    Standing standing = walk_.start();
    while (true) {
      if (standing == Standing::Running) {
        if (!choose()) return false;
      } else if (standing == Standing::Stopped || !stack_.go_back(next_)) {
        return !walk_.stopped();
      }
      standing = walk_.step(next_.thread, next_.choice);
    }
  }

 private:
  bool choose() {
    for (const Pending& p : walk_.machine.pending())
      if (p.enabled)
        for (Choice c = 0; c < p.outcomes; ++c) stack_.add({p.thread, c});
    if (walk_.bounds.take_looked()) walk_.set_share_done(stack_.share_done());
    return stack_.take_first(next_);
  }

  Walk<M, L>& walk_;
  BranchStack<M, L, ScheduleStep> stack_;
  ScheduleStep next_;
};

template <class M, class L>
SearchOutcome search_dfs(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  Walk<M, L> walk(machine, options, listener, live);
  const bool covered = Dfs<M, L>(walk).run();
  return walk.outcome(covered, "dfs");
}

}  // namespace heddle
