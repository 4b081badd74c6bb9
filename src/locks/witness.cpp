// Chooses who takes part in a schedule and by which paths (witness.h).
#include "locks/witness.h"

#include <algorithm>
#include <tuple>

#include "locks/interleave.h"

namespace heddle::locks {

namespace {

// Candidates for a thread that has to have forked these and, if asked for, has to end: few locks first.
std::vector<Behaviour::Point> helping_points(const Behaviour& behaviour, const std::vector<ThreadId>& forks,
                                             bool ends) {
  std::vector<Behaviour::Point> points;
  const auto suits = [&](Control c) {
    const Situation& s = behaviour.situation(c);
    return !s.coarse && std::ranges::all_of(forks, [&](ThreadId t) { return std::ranges::binary_search(s.forked, t); });
  };
  for (const Behaviour::Point& point : behaviour.ends())
    if (suits(point.control)) points.push_back(point);
  if (!ends) {
    // The first point in each situation that suits: its path is short.
    std::vector<bool> seen(behaviour.situations());
    for (const Behaviour::Point& point : behaviour.first_points()) {
      if (seen[point.control] || !suits(point.control)) continue;
      seen[point.control] = true;
      points.push_back(point);
    }
  }
  std::ranges::sort(points, {}, [&](const Behaviour::Point& p) {
    const Situation& s = behaviour.situation(p.control);
    return std::tuple(s.held.size() + s.joined.size(), p.fact, p.entry);  // who joins needs further helpers
  });
  return points;
}

class Cast {
 public:
  Cast(Threads& threads, const Limits& limits, Replayer& replayer, std::size_t longest)
      : threads_(threads), limits_(limits), replayer_(replayer), longest_(longest) {}

  Witness stage(const std::vector<Wanted>& wanted) {
    for (const Wanted& w : wanted) {
      if (threads_.situation(w.member).coarse) return failed("too many locksets in one thread");
      const auto path = path_to(*threads_.behaviour(w.member.thread), w.member.point, w.at, longest_);
      if (!path) return failed("a path is too long");
      roles_.push_back({{w.member.thread, instances(w.member.thread)}, *path, true});
    }
    wanted_ = &wanted;
    if (complete()) return std::move(found_);
    return failed(why_.empty() ? "no schedule was found for the paths that were tried" : why_);
  }

 private:
  static Witness failed(const std::string& why) { return {{}, why, {}}; }
  std::uint32_t instances(ThreadId t) const {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(roles_, [&](const Role& r) { return r.participant.thread == t; }));
  }

  struct Need {
    ThreadId thread;
    std::vector<ThreadId> forks;
    bool ends = false;
  };

  bool forks(const Role& role, ThreadId t) const {
    return std::ranges::any_of(role.path, [&](const PathStep& s) {
      return s.flow != nullptr && s.flow->kind == FlowStep::Kind::kFork && s.flow->thread == t;
    });
  }

  // Threads that nobody of the cast forks, threads that are joined, threads that hold a lock initially which the cast
  // needs: who is needed next? False: it cannot be satisfied.
  bool next_need(std::optional<Need>& need) const {
    for (const Role& role : roles_) {
      const ThreadId t = role.participant.thread;
      const bool forked = !threads_.flow().program()[t].forked ||
                          std::ranges::any_of(roles_, [&](const Role& r) { return &r != &role && forks(r, t); });
      if (!forked && !need) need = need_of_forker(t);
      if (!forked && !need) return false;
      for (const PathStep& s : role.path) {
        if (!need && s.changes) need = need_of_holder(s);
        if (s.flow == nullptr || s.flow->kind != FlowStep::Kind::kJoin) continue;
        const ThreadId joined = s.flow->thread;
        const auto who = std::ranges::find(roles_, joined, [](const Role& r) { return r.participant.thread; });
        if (who == roles_.end()) need = Need{joined, {}, true};
        if (who != roles_.end() && who->wanted) return false;
        if (who != roles_.end() && !who->ends) return false;
      }
    }
    if (need && need->ends) gather_forks(*need);
    return true;
  }
  // Everybody in the cast that this thread would have to fork.
  void gather_forks(Need& need) const {
    for (const Role& role : roles_) {
      const auto forkers = threads_.forkers(role.participant.thread);
      if (forkers.size() == 1 && forkers[0] == need.thread) need.forks.push_back(role.participant.thread);
    }
  }
  std::optional<Need> need_of_holder(const PathStep& step) const {
    const Program& program = threads_.flow().program();
    for (std::uint32_t t = 0; t < program.threads.size(); ++t) {
      if (program.threads[t].initially_held.empty() || instances(ThreadId(t)) > 0) continue;
      for (const Held& theirs : program.threads[t].initially_held)
        for (const HeldLock& mine : step.held)
          if (theirs.lock == mine.lock && conflict(theirs.mode, mine.mode)) {
            Need need{ThreadId(t), {}, false};
            gather_forks(need);
            return need;
          }
    }
    return std::nullopt;
  }
  std::optional<Need> need_of_forker(ThreadId t) const {
    for (const ThreadId forker : threads_.forkers(t)) {
      if (instances(forker) > 0 && !threads_.several(forker)) continue;  // it is there and does not fork it
      Need need{forker, {t}, false};
      gather_forks(need);
      return need;
    }
    return std::nullopt;
  }

  bool complete() {
    std::optional<Need> need;
    if (!next_need(need)) return false;
    if (!need) return try_cast();
    const Behaviour* behaviour = threads_.behaviour(need->thread);
    if (behaviour == nullptr || roles_.size() > 64) return false;
    for (const Behaviour::Point& point : helping_points(*behaviour, need->forks, need->ends)) {
      if (attempts_ >= limits_.schedule_attempts) return false;
      const auto path = path_to(*behaviour, point, std::nullopt, longest_);
      if (!path) continue;
      const bool ended = behaviour->is_end(point);
      roles_.push_back({{need->thread, instances(need->thread)}, *path, false, ended});
      if (complete()) return true;
      roles_.pop_back();
    }
    return false;
  }

  bool try_cast() {
    ++attempts_;
    Interleaving result = interleave(threads_.flow(), roles_, limits_.schedule_states);
    if (result.limited) why_ = "the search for a schedule reached its limit";
    if (result.schedule.empty()) return false;
    Replay replay = replayer_.run(result.schedule);
    if (!replay.wrong.empty()) {
      HEDDLE_INVARIANT(false);
      why_ = "the schedule was refused: " + replay.wrong;
      return false;
    }
    for (std::size_t i = 0; i < wanted_->size(); ++i)
      if (!is_there(replay.threads[i], (*wanted_)[i])) return false;
    found_ = {std::move(result.schedule), "", std::move(replay.threads)};
    return true;
  }

  // Also with the locks it should have: where recursion was not counted further the path may have others.
  bool is_there(const ThreadState& thread, const Wanted& wanted) const {
    const std::vector<HeldLock>& held = threads_.situation(wanted.member).held;
    const auto same = [](const ThreadState::Counted& a, const HeldLock& b) {
      return a.held.lock == b.lock && a.held.mode == b.mode;
    };
    return stands_before(threads_.flow().program(), thread, wanted.place) &&
           std::ranges::equal(thread.held, held, same);
  }

  Threads& threads_;
  const Limits& limits_;
  Replayer& replayer_;
  std::size_t longest_;
  const std::vector<Wanted>* wanted_ = nullptr;
  std::vector<Role> roles_;  // the wanted ones first
  std::uint32_t attempts_ = 0;
  std::string why_;
  Witness found_;
};

}  // namespace

Witness Witnesses::schedule(const std::vector<Wanted>& wanted) {
  return Cast(threads_, limits_, replayer_, kLongest).stage(wanted);
}

}  // namespace heddle::locks
