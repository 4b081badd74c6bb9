// Random schedules: at each state a uniformly random enabled thread and outcome, over and over from the start, until a
// bound is hit. For programs that are too large to search; it finds bugs and proves nothing. The same seed gives the
// same schedules on every machine.
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

 private:
  std::uint64_t state_;
};

template <class M, class L>
class RandomWalks {
 public:
  RandomWalks(Walk<M, L>& walk, std::uint64_t seed) : walk_(walk), random_(seed) {}

  // Goes from the start until `most` executions were tried (those cut off as too long count) or a bound is hit.
  void run(std::uint64_t most) {
    if (walk_.start() != Standing::Running) return;  // over before the first choice
    typename Walk<M, L>::Saved first;
    walk_.machine.save(first);
    for (std::uint64_t tried = 1; true; ++tried) {
      Standing standing = Standing::Running;
      while (standing == Standing::Running) standing = take_random_step();
      if (standing == Standing::Stopped || tried >= most || !walk_.go_back(first, 0)) return;
    }
  }

 private:
  Standing take_random_step() {
    const auto pending = walk_.machine.pending();
    std::uint32_t enabled = 0;
    for (const Pending& p : pending) enabled += p.enabled ? 1 : 0;
    std::uint32_t pick = random_.below(enabled);
    for (const Pending& p : pending) {
      if (!p.enabled || pick-- != 0) continue;
      const Choice choice = p.outcomes > 1 ? static_cast<Choice>(random_.below(p.outcomes)) : Choice{0};
      return walk_.step(p.thread, choice);
    }
    walk_.bounds.add("internal error: a running state without an enabled thread");
    return Standing::Stopped;
  }

  Walk<M, L>& walk_;
  RandomNumbers random_;
};

inline constexpr std::uint64_t kRandomExecutions = 1000;  // when no bound is given: seconds, not hours

template <class M, class L>
SearchOutcome search_random(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  const Bounds& b = options.bounds;
  const std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t most = b.executions.value_or(b.transitions || b.seconds ? unbounded : kRandomExecutions);
  Walk<M, L> walk(machine, options, listener, live);
  RandomWalks<M, L>(walk, options.seed).run(most);
  SearchOutcome out = walk.outcome(false, "random");
  out.limits.push_back(fmt::format("{} random schedules prove nothing about the others", out.stats.executions));
  return out;
}

}  // namespace heddle
