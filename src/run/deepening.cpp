// The bound is 1, 2, 3, 4, 6, 8, 12 ... rounds. It grows while nothing is found, some loop has reached it, and the searches so
// far took less than kSeconds together, or than --timeout where there is one. The number of executions may grow fast with
// the bound: a search that takes too long is given up, and what counts is the one before.
#include "run/deepening.h"

#include <algorithm>

namespace heddle::run {
namespace {

constexpr double kSeconds = 5;
constexpr std::uint32_t kRoundsAtRandom = 16;  // a random schedule is fair, and need only come to an end

std::uint32_t next_bound(std::uint32_t rounds) {
  if (rounds < 4) return rounds + 1;
  return (rounds & (rounds - 1)) == 0 ? rounds / 2 * 3 : rounds / 3 * 4;
}

}  // namespace

bool Deepening::add_suspects() {
  bool added = false;
  std::vector<std::uint32_t>& sites = round_.loop_bound.sites;
  for (const std::uint32_t site : machine_.endless_loops())
    if (std::find(sites.begin(), sites.end(), site) == sites.end()) {
      sites.push_back(site);
      added = true;
    }
  return added;
}

double Deepening::seconds_left() const {
  return kSeconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool Deepening::begin_next(std::uint32_t rounds) {
  round_.loop_bound.rounds = rounds;
  machine_.forget_bounded_loops();
  // The first one has to come to an end: without it there is nothing to say.
  own_limit_ = has_last_ && !options_.bounds.seconds ? std::optional(seconds_left()) : std::nullopt;
  return true;
}

Bounds Deepening::bounds() const {
  Bounds bounds = options_.bounds;
  if (own_limit_) bounds.seconds = own_limit_;
  return bounds;
}

void Deepening::add_to(Checkpoint& checkpoint) const {
  checkpoint.covered_loops = covered_;
  if (has_last_) checkpoint.covered_statistics.push_back(last_.stats);
}

void Deepening::resume(const Checkpoint& checkpoint) {
  covered_ = checkpoint.covered_loops;
  has_last_ = !checkpoint.covered_statistics.empty();
  if (has_last_) {
    last_.exhausted = true;
    last_.stats = checkpoint.covered_statistics.front();
  }
  begin_ = std::chrono::steady_clock::now();
}

bool Deepening::goes_on(SearchOutcome& outcome, bool over) {
  const std::uint32_t rounds = round_.loop_bound.rounds;
  if (add_suspects() && !over) {
    if (rounds > 0) return begin_next(rounds);
    begin_ = std::chrono::steady_clock::now();
    return begin_next(covers_interleavings(options_.search) ? 1 : kRoundsAtRandom);
  }
  if (outcome.exhausted || !has_last_) covered_ = machine_.bounded_loops();
  if (rounds == 0 || over) return false;
  if (!outcome.exhausted) {  // out of time
    if (own_limit_) outcome = last_;
    return false;
  }
  last_ = outcome;
  has_last_ = true;
  const bool has_time = options_.bounds.seconds || seconds_left() > 0;
  return machine_.reached_loop_bound() && has_time && begin_next(next_bound(rounds));
}

}  // namespace heddle::run
