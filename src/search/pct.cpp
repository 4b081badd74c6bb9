#include "search/pct.h"

#include <algorithm>

namespace heddle {

void PrioritySampler::begin_execution() {
  priorities_.clear();
  lowest_ = kBelowInitial;
  changes_.clear();
  for (std::uint64_t i = 1; i < depth_; ++i) changes_.push_back(random_.next() % longest_);
}

void PrioritySampler::end_execution(std::size_t steps) {
  longest_ = std::max(measured_ ? longest_ : 1, steps);
  measured_ = true;
}

const Pending* PrioritySampler::pick(std::span<const Pending> pending, std::size_t step) {
  if (step >= kPatience * longest_ + kPatience) return random_enabled(pending, random_);
  const Pending* chosen = highest(pending);
  if (chosen == nullptr) return nullptr;
  const bool waits = traits(chosen->operation.kind).turn == Turn::GivenAway;
  if (!waits && std::find(changes_.begin(), changes_.end(), step) == changes_.end()) return chosen;
  priorities_[chosen->thread.index()] = --lowest_;
  return highest(pending);
}

const Pending* PrioritySampler::highest(std::span<const Pending> pending) {
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

std::uint64_t PrioritySampler::priority_of(ThreadId t) {
  if (t.index() >= priorities_.size()) priorities_.resize(t.index() + 1);
  std::uint64_t& own = priorities_[t.index()];  // 0: not seen yet
  if (own == 0) own = random_.next() | kBelowInitial;
  return own;
}

SearchOutcome search_pct(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                         LiveState& live) {
  Walk walk(machine, options, listener, live);
  RandomNumbers random(options.seed);
  PrioritySampler sampler(random, options.pct_depth);
  run_executions(walk, sampler, random);
  return outcome_of_samples(walk, "pct");
}

}  // namespace heddle
