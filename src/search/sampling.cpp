#include "search/sampling.h"

#include <fmt/format.h>

#include <limits>

#include "search/strategy.h"

namespace heddle {

void run_executions(Walk& walk, Sampler& sampler, RandomNumbers& random) {
  walk.machine.leave_out_rounds(false);  // it would meet hardly anything else
  const Bounds& b = walk.options.bounds;
  const std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t most = b.executions.value_or(b.transitions || b.seconds ? unbounded : kRandomExecutions);
  if (walk.start() != Standing::Running) return;  // over before the first choice
  const std::unique_ptr<SavedState> first = walk.machine.make_saved_state();
  walk.machine.save(*first);
  for (std::uint64_t tried = 1;; ++tried) {
    sampler.begin_execution();
    Standing standing = Standing::Running;
    while (standing == Standing::Running) {
      const Pending* p = sampler.pick(walk.machine.pending(), walk.depth());
      if (p == nullptr) return walk.bounds.add(kNobodyEnabled);
      standing = walk.step(p->thread, random.outcome_of(*p));
    }
    sampler.end_execution(walk.depth());
    if (standing == Standing::Stopped || tried >= most || !walk.go_back(*first, 0)) return;
  }
}

SearchOutcome outcome_of_samples(Walk& walk, const char* name) {
  SearchOutcome out = walk.outcome(false, name);
  out.limits.push_back(fmt::format("{} sampled schedules; the rest are unchecked", out.stats.executions));
  return out;
}

}  // namespace heddle
