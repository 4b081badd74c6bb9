// Random schedules: at each state a uniformly random enabled thread and outcome, over and over from the start, until a
// bound is hit. For programs that are too large to search; it finds bugs and proves nothing. The same seed gives the
// same schedules on every machine.
//
// Also what random searches have in common: the repetition, and the words about what they prove.
#pragma once
#include <fmt/format.h>

#include <limits>

#include "search/random_numbers.h"
#include "search/walk.h"

namespace heddle {

class UniformPicker {
 public:
  explicit UniformPicker(RandomNumbers& random) : random_(random) {}
  void begin_execution() {}
  void end_execution(std::size_t /*steps*/) {}
  const Pending* pick(std::span<const Pending> pending, std::size_t /*step*/) {
    return random_enabled(pending, random_);
  }

 private:
  RandomNumbers& random_;
};

inline constexpr std::uint64_t kRandomExecutions = 1000;  // when no bound is given: seconds, not hours

// Executions from the start, each step chosen by the picker, until as many as asked for were tried (those cut off as
// too long count) or a bound is hit.
template <class M, class L, class Picker>
void run_executions(Walk<M, L>& walk, Picker& picker, RandomNumbers& random) {
  if constexpr (Walk<M, L>::kDrops) walk.machine.leave_out_rounds(false);  // it would meet hardly anything else
  const Bounds& b = walk.options.bounds;
  const std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t most = b.executions.value_or(b.transitions || b.seconds ? unbounded : kRandomExecutions);
  if (walk.start() != Standing::Running) return;  // over before the first choice
  typename Walk<M, L>::Saved first;
  walk.machine.save(first);
  for (std::uint64_t tried = 1;; ++tried) {
    picker.begin_execution();
    Standing standing = Standing::Running;
    while (standing == Standing::Running) {
      const Pending* p = picker.pick(walk.machine.pending(), walk.depth());
      if (p == nullptr) return walk.bounds.add("internal error: a running state without an enabled thread");
      standing = walk.step(p->thread, random.outcome_of(*p));
    }
    picker.end_execution(walk.depth());
    if (standing == Standing::Stopped || tried >= most || !walk.go_back(first, 0)) return;
  }
}

template <class M, class L>
SearchOutcome outcome_of_samples(Walk<M, L>& walk, const char* name) {
  SearchOutcome out = walk.outcome(false, name);
  out.limits.push_back(fmt::format("{} random schedules prove nothing about the others", out.stats.executions));
  return out;
}

template <class M, class L>
SearchOutcome search_random(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  Walk<M, L> walk(machine, options, listener, live);
  RandomNumbers random(options.seed);
  UniformPicker picker(random);
  run_executions(walk, picker, random);
  return outcome_of_samples(walk, "random");
}

}  // namespace heddle
