// Who forks whom, and who can run in parallel (threads.h).
#include "locks/threads.h"

#include <algorithm>
#include <deque>

namespace heddle::locks {

namespace {

bool has_forked(const Situation& s, ThreadId t) { return s.coarse || std::ranges::binary_search(s.forked, t); }
bool has_joined(const Situation& s, ThreadId t) { return !s.coarse && std::ranges::binary_search(s.joined, t); }

}  // namespace

Threads::Threads(const Flow& flow, Uses& uses, const Limits& limits) : flow_(flow), uses_(uses) {
  const std::size_t count = flow.program().threads.size();
  behaviours_.resize(count);
  forkers_.resize(count);
  forked_with_lock_.resize(count);
  for (Symbol s = 0; s < flow.symbols(); ++s)
    for (const FlowStep& step : flow.steps(s))
      if (step.kind == FlowStep::Kind::kFork) fork_steps_.emplace_back(s, step.thread);
  find_behaviours(limits);
}

// Parents before their children: whether a lock is held at the fork decides what has to be tracked in the child.
void Threads::find_behaviours(const Limits& limits) {
  std::deque<ThreadId> pending;
  for (std::uint32_t t = 0; t < behaviours_.size(); ++t) {
    const Thread& thread = flow_.program().threads[t];
    initially_held_ |= !thread.initially_held.empty();
    if (!thread.forked) pending.emplace_back(t);
  }
  while (!pending.empty()) {
    const ThreadId t = pending.front();
    pending.pop_front();
    if (behaviours_[t.index()] != nullptr) continue;
    behaviours_[t.index()] = make_behaviour(t, initially_held_ || forked_with_lock_[t.index()], limits);
    find_forks(t);
    for (std::uint32_t child = 0; child < behaviours_.size(); ++child)
      if (std::ranges::find(forkers_[child], t) != forkers_[child].end()) pending.emplace_back(child);
  }
}

const Behaviour* Threads::make_behaviour(ThreadId t, bool track_used, const Limits& limits) {
  const Thread& thread = flow_.program()[t];
  // Threads with locks of their own from the beginning share with nobody.
  const std::tuple key(thread.entry, track_used, thread.initially_held.empty() ? 0 : 1 + t.index());
  const Behaviour*& behaviour = shared_[key];
  if (behaviour == nullptr) {
    // Where it takes too long the thread is looked at again, more coarsely.
    std::size_t most = limits.derivations + std::size_t{limits.derivations_per_place} * flow_.symbols();
    for (std::uint32_t situations = limits.situations;; situations /= 32) {
      if (situations <= 1) most = ~std::size_t{0};
      auto one = std::make_unique<Behaviour>(
          flow_, uses_,
          Behaviour::Settings{thread.entry, thread.initially_held, track_used, limits.histories, situations, most});
      if (!one->complete()) continue;
      owned_.push_back(std::move(one));
      break;
    }
    behaviour = owned_.back().get();
  }
  return behaviour;
}

void Threads::find_forks(ThreadId t) {
  const Behaviour& behaviour = *behaviours_[t.index()];
  for (const auto& [symbol, child] : fork_steps_) {
    if (!behaviour.reaches(symbol)) continue;
    std::vector<ThreadId>& list = forkers_[child.index()];
    if (std::ranges::find(list, t) == list.end()) list.push_back(t);
    bool with_lock = forked_with_lock_[t.index()];
    for (const Behaviour::Point& point : behaviour.points(symbol))
      with_lock |= !behaviour.situation(point.control).held.empty();
    if (with_lock) forked_with_lock_[child.index()] = true;
  }
}

std::optional<ThreadId> Threads::parent(ThreadId t) const {
  if (!flow_.program()[t].forked || forkers_[t.index()].size() != 1) return std::nullopt;
  return forkers_[t.index()][0];
}

std::optional<ThreadId> Threads::child_towards(ThreadId above, ThreadId below) const {
  for (std::size_t steps = 0; steps <= behaviours_.size(); ++steps) {  // threads may fork each other in a circle
    const std::optional<ThreadId> up = parent(below);
    if (!up) return std::nullopt;
    if (*up == above) return below;
    below = *up;
  }
  return std::nullopt;
}

bool Threads::outlives(ThreadId ended, ThreadId descendant) {
  if (several(ended)) return true;
  const auto [place, fresh] = outlives_.try_emplace({ended, descendant}, true);
  if (!fresh) return place->second;
  const std::optional<ThreadId> child = child_towards(ended, descendant);
  bool result = !child;
  for (const Behaviour::Point& point : behaviour(ended)->ends())
    result = result || alive_below(behaviour(ended)->situation(point.control), *child, descendant);
  return outlives_[{ended, descendant}] = result;
}

bool Threads::alive_below(const Situation& situation, ThreadId child, ThreadId descendant) {
  if (!has_forked(situation, child)) return false;
  if (!has_joined(situation, child)) return true;
  return child != descendant && outlives(child, descendant);
}

bool Threads::siblings_parallel(ThreadId above, ThreadId x, ThreadId a, ThreadId y, ThreadId b) {
  const auto [place, fresh] = siblings_.try_emplace({above, x, a, y, b}, false);
  if (!fresh) return place->second;
  bool result = false;
  for (Control c = 0; c < behaviour(above)->situations() && !result; ++c) {
    const Situation& situation = behaviour(above)->situation(c);
    result = alive_below(situation, x, a) && alive_below(situation, y, b);
  }
  return siblings_[{above, x, a, y, b}] = result;
}

bool Threads::may_be_parallel(ThreadId a, const Situation& at_a, ThreadId b, const Situation& at_b) {
  if (a == b) return several(a);
  if (has_joined(at_a, b) || has_joined(at_b, a)) return false;
  // With several instances the one is not the parent of the other.
  if (const auto child = child_towards(a, b)) return several(a) || alive_below(at_a, *child, b);
  if (const auto child = child_towards(b, a)) return several(b) || alive_below(at_b, *child, a);
  std::optional<ThreadId> above = parent(a);
  for (std::size_t steps = 0; above && steps < behaviours_.size(); ++steps, above = parent(*above)) {
    const auto x = child_towards(*above, a);
    const auto y = child_towards(*above, b);
    if (x && y) return several(*above) || siblings_parallel(*above, *x, a, *y, b);
  }
  return true;
}

}  // namespace heddle::locks
