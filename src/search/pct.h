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
#include <vector>

#include "search/sampling.h"

namespace heddle {

class PrioritySampler final : public Sampler {
 public:
  PrioritySampler(RandomNumbers& random, std::uint64_t depth) : random_(random), depth_(depth) {}

  void begin_execution() override;
  void end_execution(std::size_t steps) override;
  // How long executions are, if somebody knows.
  void expect(std::size_t steps) { end_execution(steps); }
  const Pending* pick(std::span<const Pending> pending, std::size_t step) override;

 private:
  static constexpr std::uint64_t kBelowInitial = std::uint64_t{1} << 32;
  static constexpr std::size_t kFirstGuess = 100;  // steps
  static constexpr std::size_t kPatience = 20;

  const Pending* highest(std::span<const Pending> pending);
  std::uint64_t priority_of(ThreadId t);

  RandomNumbers& random_;
  const std::uint64_t depth_;
  std::vector<std::uint64_t> priorities_;  // by thread
  std::vector<std::uint64_t> changes_;     // steps before which the thread about to run falls behind
  std::uint64_t lowest_ = kBelowInitial;   // given to one that fell behind
  std::size_t longest_ = kFirstGuess;
  bool measured_ = false;
};

SearchOutcome search_pct(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
