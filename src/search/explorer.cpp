#include "search/explorer.h"

#include <algorithm>

#include "support/invariant.h"

namespace heddle {

bool Explorer::run(Strategy& strategy, std::uint64_t phase) {
  depth_ = 0;
  phase_ = phase;
  Standing standing = walk_.start();
  if (const Frontier* from = walk_.take_frontier(phase); from != nullptr && standing == Standing::Running) {
    if (!follow(strategy, *from)) return false;
    standing = step(strategy);
  }
  const bool covered = explore(strategy, standing);
  if (walk_.stopped_before_a_step()) keep(strategy);
  return covered;
}

bool Explorer::explore(Strategy& strategy, Standing standing) {
  while (standing != Standing::Stopped && !strategy.gives_up()) {
    if (standing != Standing::Running || !enter(strategy)) {
      strategy.ended(standing);
      if (!go_back(strategy)) break;
      if (walk_.frontier_is_due()) [[unlikely]]
        keep(strategy);
    }
    standing = step(strategy);
  }
  return !walk_.stopped();
}

bool Explorer::follow(Strategy& strategy, const Frontier& from) {
  WordReader common(from.strategy), stored = walk_.stored_before(from);
  strategy.read_common(common);
  strategy.read_store(stored);
  bool fits = common.is_at_end() && stored.is_at_end() && !from.places.empty();
  strategy.follow(true);
  while (fits) {
    fits = enter(strategy);
    if (!fits) break;
    const Frontier::Place& place = from.places[depth_];
    Frame& frame = frames_[depth_];
    WordReader plan(place.plan);
    strategy.read_plan(frame, depth_, plan);
    frame.step = place.step;
    frame.explored = place.explored;
    fits = plan.is_at_end();
    if (!fits || depth_ + 1 == from.places.size()) break;
    if (strategy.follows_steps()) strategy.before_step();
    fits = walk_.repeat(place.step);
    if (!fits) break;
    ++depth_;
    if (strategy.follows_steps()) strategy.executed(walk_.last_step(), Standing::Running);
  }
  strategy.follow(false);
  if (!fits) walk_.refuse_frontier();
  return fits;
}

void Explorer::keep(const Strategy& strategy) {
  walk_.keep(frontier(strategy), [&](WordWriter& words) { strategy.write_store(words); });
}

Frontier Explorer::frontier(const Strategy& strategy) const {
  Frontier f;
  f.phase = phase_;
  WordWriter words;
  strategy.write_common(words);
  f.strategy = words.take();
  for (std::size_t i = 0; i <= depth_; ++i) {
    strategy.write_plan(i, words);
    f.places.push_back({frames_[i].step, frames_[i].explored, words.take()});
  }
  return f;
}

bool Explorer::enter(Strategy& strategy) {
  if (depth_ >= frames_.size()) frames_.grow_to(depth_ + 1);
  Frame& frame = frames_[depth_];
  frame.explored = 0;
  frame.scheduled = walk_.depth();
  frame.is_saved = false;
  if (!strategy.enter(frame, depth_)) return false;
  if (frame.is_saved) {
    if (frame.saved == nullptr) frame.saved = walk_.machine.make_saved_state();
    walk_.machine.save(*frame.saved);
  }
  // Not more often than that it costs nothing: it goes through the path.
  if (walk_.bounds.take_looked() && walk_.stats.transitions >= next_estimate_) estimate(strategy);
  return true;
}

Standing Explorer::step(Strategy& strategy) {
  HEDDLE_INVARIANT(walk_.depth() == frames_[depth_].scheduled);
  const ScheduleStep next = frames_[depth_].step;
  const bool follows = strategy.follows_steps();
  if (follows) strategy.before_step();
  const Standing standing = walk_.step(next.thread, next.choice);
  if (standing == Standing::Stopped) return standing;
  ++depth_;
  if (follows) strategy.executed(walk_.last_step(), standing);
  return standing;
}

// False: there is none, or a bound forbids it.
bool Explorer::go_back(Strategy& strategy) {
  while (depth_ > 0) {
    Frame& frame = frames_[--depth_];
    ++frame.explored;
    const bool more = strategy.next(frame, depth_);
    if (walk_.stopped()) return false;
    if (!more) continue;
    HEDDLE_INVARIANT(frame.is_saved);  // what is in frame.saved otherwise belongs to another path
    return walk_.go_back(*frame.saved, frame.scheduled);
  }
  return false;
}

// Each branch of a state that is known stands for an equal share of what is below that state.
void Explorer::estimate(const Strategy& strategy) {
  double share = 0, below = 1;
  for (std::size_t i = 0; i < depth_; ++i) {
    const unsigned explored = frames_[i].explored;
    below /= explored + 1 + strategy.left(i);
    share += below * explored;
  }
  walk_.set_share_done(share);
  next_estimate_ = walk_.stats.transitions + 4 * depth_;
}

}  // namespace heddle
