// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010, figure 4): each thread
// gets a random priority, the enabled thread with the highest one always runs, and at d - 1 random steps the thread
// that is about to run falls below all others. An execution with n threads and k steps meets a bug that depends on d
// ordered events with a probability of at least 1 / (n k^(d-1)), however many interleavings there are.
//
// Deviations from the paper:
//  * k is not known in advance: it is the length of the longest execution so far (at first a guess).
//  * Threads may be created at any time; each draws its priority where it is first seen.
//  * Outcomes of choices are uniformly random.
//  * A thread in a long loop, or one that gives up the processor, falls below all others; and an execution that has
//    become far longer than expected goes on with random threads, so that one thread's endless waiting for another
//    that never gets its turn comes to an end.
#pragma once
#include <algorithm>
#include <vector>

#include "search/random.h"

namespace heddle {

class PriorityPicker {
 public:
  PriorityPicker(RandomNumbers& random, std::uint64_t depth) : random_(random), depth_(depth) {}

  void begin_execution() {
    priorities_.clear();
    lowest_ = kBelowInitial;
    changes_.clear();
    for (std::uint64_t i = 1; i < depth_; ++i) changes_.push_back(random_.next() % longest_);
  }
  // How long executions are, if somebody knows.
  void expect(std::size_t steps) { end_execution(steps); }
  void end_execution(std::size_t steps) {
    longest_ = std::max(measured_ ? longest_ : 1, steps);
    measured_ = true;
  }

  const Pending* pick(std::span<const Pending> pending, std::size_t step) {
    if (step >= kPatience * longest_ + kPatience) return random_enabled(pending, random_);
    const Pending* chosen = highest(pending);
    if (chosen == nullptr) return nullptr;
    const OperationKind kind = chosen->operation.kind;
    const bool waits = kind == OperationKind::LoopPoint || kind == OperationKind::Yield;
    if (!waits && std::find(changes_.begin(), changes_.end(), step) == changes_.end()) return chosen;
    priorities_[chosen->thread.index()] = --lowest_;
    return highest(pending);
  }

 private:
  static constexpr std::uint64_t kBelowInitial = std::uint64_t{1} << 32;
  static constexpr std::size_t kFirstGuess = 100;  // steps
  static constexpr std::size_t kPatience = 20;

  const Pending* highest(std::span<const Pending> pending) {
    const Pending* best = nullptr;
    std::uint64_t best_priority = 0;
    for (const Pending& p : pending) {
      const std::uint64_t priority = priority_of(p.thread);
      if (!p.enabled || priority <= best_priority) continue;
      best = &p;
      best_priority = priority;
    }
    return best;
  }
  std::uint64_t priority_of(ThreadId t) {
    if (t.index() >= priorities_.size()) priorities_.resize(t.index() + 1);
    std::uint64_t& own = priorities_[t.index()];  // 0: not seen yet
    if (own == 0) own = random_.next() | kBelowInitial;
    return own;
  }

  RandomNumbers& random_;
  const std::uint64_t depth_;
  std::vector<std::uint64_t> priorities_;  // by thread
  std::vector<std::uint64_t> changes_;     // steps before which the thread about to run falls behind
  std::uint64_t lowest_ = kBelowInitial;   // given to one that fell behind
  std::size_t longest_ = kFirstGuess;
  bool measured_ = false;
};

template <class M, class L>
SearchOutcome search_pct(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  Walk<M, L> walk(machine, options, listener, live);
  RandomNumbers random(options.seed);
  PriorityPicker picker(random, options.pct_depth);
  run_executions(walk, picker, random);
  return outcome_of_samples(walk, "pct");
}

}  // namespace heddle
