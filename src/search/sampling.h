// What random searches have in common: executions from the start, over and over, each step chosen by a sampler; and the
// words about what they prove.
#pragma once
#include <cstdint>
#include <span>

#include "search/random_numbers.h"
#include "search/walk.h"

namespace heddle {

// Who runs next. (Outcomes are uniformly random.)
class Sampler {
 public:
  virtual ~Sampler() = default;
  virtual void begin_execution() {}
  virtual void end_execution(std::size_t /*steps*/) {}
  // nullptr: nobody is enabled.
  virtual const Pending* pick(std::span<const Pending> pending, std::size_t step) = 0;
};

inline constexpr std::uint64_t kRandomExecutions = 1000;  // when no bound is given: seconds, not hours

// Until as many executions as asked for were tried (those cut off as too long count) or a bound is hit.
void run_executions(Walk& walk, Sampler& sampler, RandomNumbers& random);
SearchOutcome outcome_of_samples(Walk& walk, const char* name);

}  // namespace heddle
