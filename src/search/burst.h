// A burst of random schedules beside an exhaustive search. What a depth-first search meets in its first millions of
// executions differs only in the last steps; a bug that needs two threads to be far apart from there, and that nearly
// every other execution shows, waits for hours. Samples find it at once, and prove nothing: nobody may count them as
// covered.
//
// Uniformly random schedules and pct take turns. An execution follows from its number, and one of pct also from how long
// executions have been so far: two runs make the same samples, and no burst repeats those of an earlier one.
#pragma once
#include "search/pct.h"
#include "search/random.h"

namespace heddle {

class BurstSampler final : public Sampler {
 public:
  // `first`: number of the next execution; `steps`: the length of an execution, as far as it is known.
  BurstSampler(std::uint64_t seed, std::uint64_t first, std::uint64_t pct_depth, std::size_t steps)
      : seed_(seed), next_(first), uniform_(random), priorities_(random, pct_depth) {
    if (steps > 0) priorities_.expect(steps);
  }

  void begin_execution() override {
    by_priority_ = next_ % 2 == 1;
    random = RandomNumbers(RandomNumbers(seed_ ^ (next_ << 32)).next());
    ++next_;
    if (by_priority_) priorities_.begin_execution();
  }
  void end_execution(std::size_t steps) override { priorities_.end_execution(steps); }
  const Pending* pick(std::span<const Pending> pending, std::size_t step) override {
    return by_priority_ ? priorities_.pick(pending, step) : uniform_.pick(pending, step);
  }

  const char* name() const { return by_priority_ ? "pct" : "random"; }  // of the search that this execution belongs to
  std::uint64_t next() const { return next_; }

  RandomNumbers random{0};

 private:
  const std::uint64_t seed_;
  std::uint64_t next_;
  UniformSampler uniform_;
  PrioritySampler priorities_;
  bool by_priority_ = false;
};

SearchOutcome search_burst(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&, BurstSampler&);

}  // namespace heddle
