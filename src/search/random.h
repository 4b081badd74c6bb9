// Random schedules: at each state a uniformly random enabled thread and outcome, over and over from the start, until a
// bound is hit. For programs that are too large to search; it finds bugs and proves nothing. The same seed gives the
// same schedules on every machine.
#pragma once
#include "search/sampling.h"

namespace heddle {

class UniformSampler final : public Sampler {
 public:
  explicit UniformSampler(RandomNumbers& random) : random_(random) {}
  const Pending* pick(std::span<const Pending> pending, std::size_t /*step*/) override {
    return random_enabled(pending, random_);
  }

 private:
  RandomNumbers& random_;
};

SearchOutcome search_random(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
