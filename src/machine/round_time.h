// Rounds of a loop that differ in the time alone.
//
//   while (!ready) changed.wait_for(lock, 1s);
//
// reads the clock in every round and leaves what it read on its stack, so no round ends as the one before. Two rounds
// are the same but for the time if every word that differs has moved on by as much as one of the round's readings of
// the clock: as a count of nano-, micro- or milliseconds or of seconds since 1970, or as the second half of a timespec
// or timeval (same_but_for_time).
//
// That is not enough to call the loop a spin: it may be one that gives up at some time (`while (now() < end)`). So when
// a round is seen to be the same, the clock leaps (clock_leaps, a year; nothing says how long a thread may be kept from
// running). A loop that goes round in the same way after that does so whatever the time is, and is a spin.
// Deviation from the truth: a loop that would give up after more than a year of waiting in vain is taken for a spin.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace heddle {

using Words = std::span<const std::uint64_t>;

// `delays`: in milliseconds, Time::delays.
bool same_but_for_time(std::uint64_t before, std::uint64_t now, Words delays);
bool same_but_for_time(Words before, Words now, Words delays);

// What stacks looked like at back edges (but_for_freed), by their hash: a cache, since a hash stands for its words.
class StackCopies {
 public:
  void keep(std::uint64_t hash, Words words) { copies_.try_emplace(hash, words.begin(), words.end()); }
  Words operator[](std::uint64_t hash) const { return copies_.at(hash); }

 private:
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> copies_;
};

// The running thread's clock, in milliseconds since it began.
std::uint64_t clock_now();
inline constexpr std::uint64_t kLeap = std::uint64_t{366} * 24 * 3600 * 1000;
bool clock_leaps();  // by kLeap; false: that is further than clocks go

}  // namespace heddle
