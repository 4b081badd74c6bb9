// Random numbers for searches, and a random thread to run.
#pragma once
#include <cstdint>
#include <span>

#include "model/operation.h"

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

}  // namespace heddle
