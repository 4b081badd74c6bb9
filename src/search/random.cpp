#include "search/random.h"

namespace heddle {

SearchOutcome search_random(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                            LiveState& live) {
  Walk walk(machine, options, listener, live);
  RandomNumbers random(options.seed);
  UniformSampler sampler(random);
  run_executions(walk, sampler, random);
  return outcome_of_samples(walk, "random");
}

}  // namespace heddle
