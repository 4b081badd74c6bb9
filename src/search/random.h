// Random schedules: at each state a uniformly random enabled thread and outcome, over and over from the start, until a
// bound is hit. For programs that are too large to search; it finds bugs and proves nothing. The same seed gives the
// same schedules on every machine.
//
// Also what random searches have in common: the numbers, the repetition, and the words about what they prove.
#pragma once
#include <fmt/format.h>

#include <limits>

#include "search/walk.h"

namespace heddle {

// splitmix64: small, good enough, and the same everywhere (unlike the standard library's distributions).
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // 0 .. n-1. Lemire's multiplication; the bias of less than n / 2^32 is of no concern here.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }
  Choice outcome_of(const Pending& p) { return p.outcomes > 1 ? static_cast<Choice>(below(p.outcomes)) : Choice{0}; }

 private:
  std::uint64_t state_;
};

// A uniformly random enabled thread; nullptr: there is none.
inline const Pending* random_enabled(std::span<const Pending> pending, RandomNumbers& random) {
  std::uint32_t enabled = 0;
  for (const Pending& p : pending) enabled += p.enabled ? 1 : 0;
  if (enabled == 0) return nullptr;
  std::uint32_t pick = random.below(enabled);
  for (const Pending& p : pending)
    if (p.enabled && pick-- == 0) return &p;
  return nullptr;
}

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
