#include "machine/round_time.h"

#include "machine/models.h"

namespace heddle {

// Counters are told from times by where they stand: before 2023 is no time, and where a difference is large enough to
// be nothing else (nanoseconds, or anything after a leap) it need not be one.
static bool moved_by_time(std::uint64_t before, std::uint64_t now, std::uint64_t passed) {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  constexpr std::uint64_t kFirstTime = 1'700'000'000;  // the start of our clocks, in seconds
  const std::uint64_t moved = now - before;
  if (moved == passed * 1'000'000) return true;
  const bool leapt = passed >= kLeap;
  const auto is_count = [&](std::uint64_t units, std::uint64_t in_a_second) {
    return moved == units && (leapt || before >= kFirstTime * in_a_second);
  };
  const auto is_fraction = [&](std::uint64_t second) {  // of a timespec or timeval
    return before < second && now < second && (now + second - before) % second == passed * (second / 1000) % second;
  };
  return is_count(passed * 1000, 1'000'000) || is_count(passed, 1000) || is_count(passed / 1000, 1) ||
         is_count(passed / 1000 + 1, 1) || is_fraction(kSecond) || is_fraction(kSecond / 1000);
}

bool same_but_for_time(std::uint64_t before, std::uint64_t now, Words delays) {
  if (before == now) return true;
  for (const std::uint64_t delay : delays)
    if (moved_by_time(before, now, delay)) return true;
  return false;
}

bool same_but_for_time(Words before, Words now, Words delays) {
  if (before.size() != now.size()) return false;
  for (std::size_t i = 0; i < now.size(); i++)
    if (!same_but_for_time(before[i], now[i], delays)) return false;
  return true;
}

}  // namespace heddle
