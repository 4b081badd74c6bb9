// The product of the lock events of some paths, searched depth first (interleave.h, witness.h).
#include "locks/interleave.h"

#include <algorithm>
#include <set>

namespace heddle::locks {

namespace {

using Positions = std::vector<std::uint32_t>;  // of each role: how many of its events have happened

class Product {
 public:
  Product(const Flow& flow, const std::vector<Role>& roles, std::size_t most)
      : flow_(flow), roles_(roles), most_(most) {
    for (const Role& role : roles) {
      std::vector<std::uint32_t> events;
      for (std::uint32_t s = 0; s < role.path.size(); ++s)
        if (role.path[s].changes) events.push_back(s);
      if (role.ends) events.push_back(static_cast<std::uint32_t>(role.path.size()));  // its end
      events_.push_back(std::move(events));
    }
    find_forks();
  }

  Interleaving run() {
    Interleaving result;
    Positions now(roles_.size(), 0);
    if (search(now)) result.schedule = make_schedule();
    result.limited = seen_.size() >= most_;
    return result;
  }

 private:
  void find_forks() {
    forks_.resize(roles_.size());
    joins_.resize(roles_.size());
    for (std::uint32_t other = 0; other < roles_.size(); ++other)
      for (std::uint32_t e = 0; e < events_[other].size(); ++e) {
        if (events_[other][e] >= roles_[other].path.size()) continue;
        const FlowStep& flow = *roles_[other].path[events_[other][e]].flow;
        for (std::size_t r = 0; r < roles_.size(); ++r) {
          if (flow.thread != roles_[r].participant.thread) continue;
          if (flow.kind == FlowStep::Kind::kFork) forks_[r].emplace_back(other, e);
          if (flow.kind == FlowStep::Kind::kJoinAll) joins_[r].emplace_back(other, e);
        }
      }
  }

  bool search(Positions now) {
    const std::size_t begun = order_.size();
    while (const auto free = free_step(now)) take(now, *free);
    if (done(now)) return true;
    if (seen_.size() < most_ && seen_.insert(now).second)
      for (std::size_t r = 0; r < roles_.size(); ++r) {
        if (!can_go_on(now, r)) continue;
        Positions next = now;
        take(next, r);
        if (search(std::move(next))) return true;
        order_.pop_back();
      }
    order_.resize(begun);
    return false;
  }
  void take(Positions& now, std::size_t role) {
    ++now[role];
    order_.push_back(static_cast<std::uint32_t>(role));
  }
  bool done(const Positions& now) const {
    for (std::size_t r = 0; r < roles_.size(); ++r)
      if (roles_[r].wanted && (!started(now, r) || now[r] < events_[r].size())) return false;
    return true;
  }

  const PathStep* next(const Positions& now, std::size_t role) const {
    const std::uint32_t step = events_[role][now[role]];
    return step < roles_[role].path.size() ? &roles_[role].path[step] : nullptr;  // null: the end of the thread
  }
  bool runs(const Positions& now, std::size_t r) const { return now[r] < events_[r].size() && started(now, r); }
  bool started(const Positions& now, std::size_t r) const {
    if (!flow_.program()[roles_[r].participant.thread].forked) return true;
    if (now[r] > 0) return true;
    // By a fork; not one before a join of all, behind which this one does not run.
    return std::ranges::any_of(forks_[r], [&](const auto& fork) {
      return now[fork.first] > fork.second && std::ranges::none_of(joins_[r], [&](const auto& join) {
               return join.first == fork.first && join.second > fork.second && now[join.first] > join.second;
             });
    });
  }
  // Whoever has begun has ended.
  bool all_ended(const Positions& now, ThreadId thread) const {
    for (std::size_t r = 0; r < roles_.size(); ++r)
      if (roles_[r].participant.thread == thread && now[r] > 0 && !(roles_[r].ends && now[r] == events_[r].size()))
        return false;
    return true;
  }
  bool ended(const Positions& now, ThreadId thread) const {
    for (std::size_t r = 0; r < roles_.size(); ++r)
      if (roles_[r].participant.thread == thread && roles_[r].ends && now[r] == events_[r].size() && started(now, r))
        return true;
    return false;
  }

  // A role whose next event takes nothing from anybody.
  std::optional<std::size_t> free_step(const Positions& now) const {
    for (std::size_t r = 0; r < roles_.size(); ++r) {
      if (!runs(now, r)) continue;
      const PathStep* const step = next(now, r);
      if (step == nullptr) return r;
      const FlowStep::Kind kind = step->flow->kind;
      if (kind == FlowStep::Kind::kAcquire || kind == FlowStep::Kind::kAcquireAll) continue;
      if (kind == FlowStep::Kind::kJoin && !ended(now, step->flow->thread)) continue;
      if (kind == FlowStep::Kind::kJoinAll) continue;  // who has not begun yet cannot begin behind it
      return r;
    }
    return std::nullopt;
  }

  std::vector<Held> held(const Positions& now, std::size_t r) const {
    std::vector<Held> result;
    if (now[r] == 0) {
      if (started(now, r)) result = flow_.program()[roles_[r].participant.thread].initially_held;
      return result;
    }
    std::uint32_t step = events_[r][now[r] - 1];
    if (step == roles_[r].path.size()) {
      if (now[r] == 1) return flow_.program()[roles_[r].participant.thread].initially_held;
      step = events_[r][now[r] - 2];
    }
    for (const HeldLock& h : roles_[r].path[step].held) result.push_back({h.lock, h.mode});
    return result;
  }
  bool can_go_on(const Positions& now, std::size_t r) const {
    if (!runs(now, r)) return false;
    const PathStep& step = *next(now, r);
    const FlowStep::Kind kind = step.flow->kind;
    if (kind == FlowStep::Kind::kJoinAll) return all_ended(now, step.flow->thread);
    if (kind != FlowStep::Kind::kAcquire && kind != FlowStep::Kind::kAcquireAll) return false;
    for (std::size_t other = 0; other < roles_.size(); ++other) {
      if (other == r) continue;
      // Threads that hold locks initially and take no part: the cast sees to it that no step needs their locks.
      for (const Held& theirs : held(now, other))  // what the step leaves in r's hands must not be in another's
        for (const HeldLock& mine : step.held)
          if (flow_.concrete(mine.lock) && mine.lock == theirs.lock && conflict(mine.mode, theirs.mode)) return false;
    }
    return true;
  }

  Schedule make_schedule() const {
    Schedule schedule;
    std::vector<std::uint32_t> done(roles_.size(), 0), events(roles_.size(), 0);
    const auto perform = [&](std::uint32_t r, std::size_t until) {
      for (; done[r] < until; ++done[r]) {
        schedule.steps.push_back(roles_[r].path[done[r]].step);
        schedule.steps.back().participant = r;
      }
    };
    for (const Role& role : roles_) schedule.participants.push_back(role.participant);
    for (const std::uint32_t r : order_) {
      const std::size_t step = events_[r][events[r]++];
      perform(r, std::min(step + 1, roles_[r].path.size()));
    }
    for (std::uint32_t r = 0; r < roles_.size(); ++r)
      if (roles_[r].wanted) perform(r, roles_[r].path.size());
    return schedule;
  }

  const Flow& flow_;
  const std::vector<Role>& roles_;
  std::size_t most_;
  std::vector<std::vector<std::uint32_t>> events_;  // of each role: indices into its path, and its length for the end
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> forks_;  // of each role: whose event starts it
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> joins_;  // and joins all of its thread
  std::set<Positions> seen_;
  std::vector<std::uint32_t> order_;  // of events: whose
};

}  // namespace

Interleaving interleave(const Flow& flow, const std::vector<Role>& roles, std::size_t most_states) {
  return Product(flow, roles, most_states).run();
}

}  // namespace heddle::locks
