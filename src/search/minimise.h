// Fewer context switches for a schedule that leads to a bug: what a person has to follow is where the threads change,
// not how many steps each makes in between. A post-pass on the found schedule, which re-executes candidates on the
// machine and keeps one if the same failure appears with fewer switches, or with as many and fewer steps:
//
//   group    all blocks of a thread within a window of the schedule are put together, large windows first
//   merge    two blocks of a thread are joined at the place of either
//   drop     a block is left out
//   exact    a depth-first search over all executions with 0, 1, 2, ... switches, below what was reached so far
//
// A candidate is a list of blocks (a thread, a number of steps) and each thread's outcomes in its own order; it is
// followed as far as possible: a block whose thread cannot go on gives its remaining steps to the end. If `exact` comes
// to its end no execution of at most twice the length has fewer switches. All passes together make a bounded number of
// transitions, and the result depends on nothing but the schedule; a failure that does not appear again leaves it as
// it was. (The idea of trying blocks is that of Jalbert and Sen's trace simplification, FSE 2010.)
//
// Main functions: run; improve (the first three), try_blocks; search (the last).
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/schedule.h"
#include "search/walk.h"

namespace heddle {

inline std::size_t context_switches(const Schedule& schedule) {
  std::size_t n = 0;
  for (std::size_t i = 1; i < schedule.size(); ++i) n += schedule[i].thread == schedule[i - 1].thread ? 0 : 1;
  return n;
}

struct MinimiseBudget {
  std::uint64_t blocks = 60'000;  // transitions of the passes over blocks
  std::uint64_t exact = 60'000;   // transitions of the exact search
};

// Same: bool(const M&, const Failure&), is that the failure in question? Stop: bool(), end soon.
template <class M, class Same, class Stop>
class Minimiser {
 public:
  Minimiser(M& machine, Same same, Stop stop, MinimiseBudget budget)
      : machine_(machine), same_(std::move(same)), stop_(std::move(stop)), budget_(budget) {}

  Schedule run(const Schedule& found) {
    best_ = found;
    longest_ = 2 * found.size() + 100;
    left_ = budget_.blocks + found.size();  // the first run has to be possible
    if (!follow_original()) return found;
    improve();
    left_ = budget_.exact;
    for (std::size_t most = 0; most < context_switches(best_) && left_ > 0;)
      if (!search(most)) ++most;  // found: the loop ends
    left_ = budget_.blocks / 4;
    shorten();
    return best_;
  }

 private:
  struct Block {
    ThreadId thread;
    std::size_t steps;
  };
  using Blocks = std::vector<Block>;

  static Blocks blocks_of(const Schedule& schedule) {
    Blocks blocks;
    for (const ScheduleStep& step : schedule) {
      if (blocks.empty() || blocks.back().thread != step.thread) blocks.push_back({step.thread, 0});
      ++blocks.back().steps;
    }
    return blocks;
  }
  static bool better(const Schedule& a, const Schedule& b) {
    const std::size_t in_a = context_switches(a), in_b = context_switches(b);
    return in_a != in_b ? in_a < in_b : a.size() < b.size();
  }

  // ---- one execution ---------------------------------------------------------------------------------------------

  enum class Stepped : std::uint8_t { On, Blocked, Found, Over };

  const Pending* enabled(ThreadId t) const {
    for (const Pending& p : machine_.pending())
      if (p.thread == t) return p.enabled ? &p : nullptr;
    return nullptr;
  }
  Stepped make(ThreadId thread, Choice choice) {
    ran_.push_back({thread, choice});
    --left_;
    machine_.step(thread, choice);
    for (const Failure& failure : machine_.failures())
      if (same_(machine_, failure)) return Stepped::Found;
    return machine_.status() == Status::Running && ran_.size() < longest_ ? Stepped::On : Stepped::Over;
  }
  // The thread's next step, with the outcome that it had there in the schedule, if it has that many.
  Stepped step(ThreadId thread) {
    const Pending* p = enabled(thread);
    if (p == nullptr) return Stepped::Blocked;
    if (left_ == 0 || stop_()) return Stepped::Over;
    if (thread.index() >= taken_.size()) taken_.resize(thread.index() + 1);
    const std::size_t n = taken_[thread.index()]++;
    const bool known = thread.index() < outcomes_.size() && n < outcomes_[thread.index()].size();
    const Choice wanted = known ? outcomes_[thread.index()][n] : Choice{0};
    return make(thread, wanted < p->outcomes ? wanted : Choice{0});
  }
  // As many of the block's steps as possible; the rest stays in it.
  Stepped advance(Block& block) {
    while (block.steps > 0) {
      const Stepped how = step(block.thread);
      if (how != Stepped::On) return how;
      --block.steps;
    }
    return Stepped::On;
  }

  void begin() {
    ran_.clear();
    taken_.clear();
    machine_.start();
  }

  // Does the failure appear if the blocks are executed in this order? ran_ is the schedule that led there.
  bool reaches(Blocks blocks) {
    begin();
    if (machine_.status() != Status::Running) return false;
    bool moved = true;
    while (moved) {  // more than once for what could not be done in its turn
      moved = false;
      for (Block& block : blocks) {
        const std::size_t before = block.steps;
        const Stepped how = advance(block);
        if (how == Stepped::Found) return true;
        if (how == Stepped::Over) return false;
        moved |= block.steps != before;
      }
    }
    return false;
  }

  void learn_outcomes() {
    outcomes_.clear();
    for (const ScheduleStep& step : best_) {
      if (step.thread.index() >= outcomes_.size()) outcomes_.resize(step.thread.index() + 1);
      outcomes_[step.thread.index()].push_back(step.choice);
    }
  }
  bool follow_original() {
    learn_outcomes();
    return !best_.empty() && reaches(blocks_of(best_)) && ran_ == best_;
  }

  // ---- passes over blocks ----------------------------------------------------------------------------------------

  bool keep_if_better() {
    if (!better(ran_, best_)) return false;
    best_ = ran_;
    learn_outcomes();
    return true;
  }
  bool try_blocks(Blocks blocks) { return reaches(std::move(blocks)) && keep_if_better(); }
  bool exhausted() const { return left_ == 0 || stop_(); }

  void improve() {
    group();
    while (!exhausted() && (merge() || drop())) {
    }
  }

  void group() {
    for (std::size_t width = blocks_of(best_).size(); width > 2; width = (width + 1) / 2)
      for (std::size_t first = 0; first + 2 < blocks_of(best_).size() && !exhausted(); first += (width + 1) / 2)
        if (Blocks blocks = grouped(blocks_of(best_), first, first + width); blocks.size() < blocks_of(best_).size())
          try_blocks(std::move(blocks));
  }
  // Those from `first` to `end` put together, in the order in which their threads appear there.
  static Blocks grouped(const Blocks& blocks, std::size_t first, std::size_t end) {
    Blocks result;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      bool joined = false;
      for (std::size_t k = first; i > first && i < end && k < result.size() && !joined; ++k)
        if (result[k].thread == blocks[i].thread) result[k].steps += blocks[i].steps, joined = true;
      if (!joined) result.push_back(blocks[i]);
    }
    return result;
  }

  // True: something got better.
  bool merge() {
    const Blocks blocks = blocks_of(best_);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (std::size_t j = i + 2; j < blocks.size() && !exhausted(); ++j) {
        if (blocks[j].thread != blocks[i].thread) continue;
        for (const std::size_t place : {i, j}) {
          Blocks joined = blocks;
          joined[place].steps = blocks[i].steps + blocks[j].steps;
          joined[place == i ? j : i].steps = 0;
          if (try_blocks(std::move(joined))) return true;
        }
      }
    }
    return false;
  }
  bool drop() {
    const Blocks blocks = blocks_of(best_);
    for (std::size_t i = blocks.size(); i-- > 0 && !exhausted();) {
      Blocks fewer = blocks;
      fewer[i].steps = 0;
      if (try_blocks(std::move(fewer))) return true;
    }
    return false;
  }
  // Leaves out blocks, and the last steps of blocks.
  void shorten() {
    while (!exhausted() && drop()) {
    }
    for (std::size_t i = blocks_of(best_).size(); i-- > 0;) {
      for (bool shorter = true; shorter && !exhausted();) {
        Blocks blocks = blocks_of(best_);
        shorter = i < blocks.size() && --blocks[i].steps > 0 && try_blocks(std::move(blocks));
      }
    }
  }

  // ---- the exact search ------------------------------------------------------------------------------------------

  struct Branch {
    ScheduleStep step;
    bool switches;
  };
  struct Node {
    std::size_t depth, switches;
    std::size_t next, end;  // branches
    std::size_t first;
  };

  // Every execution with at most this many switches. True: one of them fails, and is the best now.
  bool search(std::size_t most) {
    begin();
    if (machine_.status() != Status::Running) return false;
    std::vector<Node> nodes;
    std::vector<Branch> branches;
    std::size_t switches = 0;
    Stepped how = Stepped::On;
    while (left_ > 0 && !stop_()) {
      if (how == Stepped::On) {
        const std::size_t first = branches.size();
        list_branches(branches, switches < most);
        if (nodes.size() == saved_.size()) saved_.emplace_back();
        if (branches.size() > first + 1) machine_.save(saved_[nodes.size()]);
        nodes.push_back({ran_.size(), switches, first, branches.size(), first});
      } else {
        while (!nodes.empty() && nodes.back().next == nodes.back().end) {
          branches.resize(nodes.back().first);
          nodes.pop_back();
        }
        if (nodes.empty()) return false;
        machine_.restore(saved_[nodes.size() - 1]);
        ran_.resize(nodes.back().depth);
        switches = nodes.back().switches;
      }
      if (nodes.back().next == nodes.back().end) {  // whoever may go on would be a switch too many
        how = Stepped::Over;
        continue;
      }
      const Branch branch = branches[nodes.back().next++];
      switches += branch.switches ? 1 : 0;
      how = make(branch.step.thread, branch.step.choice);
      if (how == Stepped::Found) return keep_if_better();
    }
    return false;
  }

  void list_branches(std::vector<Branch>& branches, bool may_switch) const {
    const auto list = [&](const Pending& p, bool switches) {
      for (Choice c = 0; c < p.outcomes; ++c) branches.push_back({{p.thread, c}, switches});
    };
    for (const Pending& p : machine_.pending())
      if (p.enabled && !ran_.empty() && p.thread == ran_.back().thread) list(p, false);
    for (const Pending& p : machine_.pending()) {
      if (!p.enabled) continue;
      if (ran_.empty())
        list(p, false);
      else if (may_switch && p.thread != ran_.back().thread)
        list(p, true);
    }
  }

  M& machine_;
  Same same_;
  Stop stop_;
  const MinimiseBudget budget_;
  std::uint64_t left_ = 0;  // transitions
  std::size_t longest_ = 0;
  Schedule best_, ran_;
  std::vector<std::vector<Choice>> outcomes_;  // of best_, by thread
  std::vector<std::size_t> taken_;             // of them, in this run
  std::vector<typename SnapshotOf<M>::type> saved_;
};

template <class M, class Same, class Stop>
Schedule fewer_switches(M& machine, const Schedule& found, Same same, Stop stop, MinimiseBudget budget = {}) {
  return Minimiser<M, Same, Stop>(machine, std::move(same), std::move(stop), budget).run(found);
}

}  // namespace heddle
