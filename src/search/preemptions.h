// Depth-first search with a bound on preemptions (iterative context bounding: Musuvathi and Qadeer, PLDI 2007). A
// preemption is a switch away from a thread that could have gone on; switches from a thread that is blocked or has
// ended are free, and so are the outcomes of choices. Most bugs need very few, so that the rounds 0, 1, 2, ... find the
// simplest one first, and each round is polynomial in the length of an execution where the whole space is exponential.
//
// Deviation from the paper: it keeps the states at which the next round begins in a queue, which grows with the
// program; here each round begins at the start and walks through the earlier ones again. What it meets there is not
// counted a second time, so that `executions` says how many different ones there were; `transitions` says what was
// done. A round in which the bound never held anything back has covered everything.
//
// Main functions: run (the rounds), round, choose (at a new state), list_branches (what the bound allows there).
#pragma once
#include <fmt/format.h>

#include "search/branch_stack.h"
#include "search/walk.h"

namespace heddle {

inline std::string preemptions_limit(std::uint64_t most) {
  return fmt::format("only executions with at most {} preemption{} were explored (--preemptions)", most,
                     most == 1 ? "" : "s");
}

template <class M, class L>
class PreemptionBounded {
 public:
  PreemptionBounded(Walk<M, L>& walk, std::uint64_t most) : walk_(walk), stack_(walk), most_(most) {}

  // True: everything was covered.
  bool run() {
    if (walk_.start() != Standing::Running) return !walk_.stopped();  // over before the first choice
    walk_.machine.save(first_);
    for (bound_ = 0;; ++bound_) {
      held_back_ = false;
      now_ = {};
      if (!round()) return false;
      if (!held_back_) return true;
      if (bound_ == most_) break;
      if (!walk_.go_back(first_, 0)) return false;
    }
    walk_.bounds.add(preemptions_limit(most_));
    return false;
  }

 private:
  struct Branch {
    ScheduleStep step;
    bool preempts;
  };
  struct Position {  // what the bound has to know of the way to a state
    bool begun = false;
    ThreadId last;  // who made the last step, if begun
    std::uint64_t preemptions = 0;
  };

  // All executions with at most bound_ preemptions. False: the search is over.
  bool round() {
    Standing standing = Standing::Running;
    while (true) {
      if (standing == Standing::Running) {
        if (!choose()) return false;
      } else if (standing == Standing::Stopped || !stack_.go_back(next_, now_)) {
        return !walk_.stopped();
      }
      standing = take(next_);
    }
  }

  Standing take(const Branch& branch) {
    now_ = {true, branch.step.thread, now_.preemptions + (branch.preempts ? 1 : 0)};
    walk_.repeats = now_.preemptions < bound_;
    return walk_.step(branch.step.thread, branch.step.choice);
  }

  bool choose() {
    list_branches();
    return stack_.take_first(next_, now_);
  }

  // Going on comes first; a switch is a preemption if that would have been possible.
  void list_branches() {
    const auto pending = walk_.machine.pending();
    bool could_go_on = false;
    for (const Pending& p : pending)
      if (now_.begun && p.thread == now_.last && p.enabled) could_go_on = true, list(p, false);
    for (const Pending& p : pending) {
      if (!p.enabled || (could_go_on && p.thread == now_.last)) continue;
      if (could_go_on && now_.preemptions == bound_)
        held_back_ = true;
      else
        list(p, could_go_on);
    }
  }
  void list(const Pending& p, bool preempts) {
    for (Choice c = 0; c < p.outcomes; ++c) stack_.add({{p.thread, c}, preempts});
  }

  Walk<M, L>& walk_;
  BranchStack<M, L, Branch, Position> stack_;
  const std::uint64_t most_;
  std::uint64_t bound_ = 0;  // of this round
  bool held_back_ = false;   // in this round
  Position now_;
  Branch next_{};
  typename Walk<M, L>::Saved first_;
};

template <class M, class L>
SearchOutcome search_preemptions(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  Walk<M, L> walk(machine, options, listener, live);
  const bool covered = PreemptionBounded<M, L>(walk, options.bounds.preemptions.value_or(0)).run();
  return walk.outcome(covered, "dfs");
}

}  // namespace heddle
