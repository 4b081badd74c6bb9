#include "search/burst.h"

namespace heddle {

SearchOutcome search_burst(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                           LiveState& live, BurstSampler& sampler) {
  Walk walk(machine, options, listener, live);
  run_executions(walk, sampler, sampler.random);
  return outcome_of_samples(walk, sampler.name());
}

}  // namespace heddle
