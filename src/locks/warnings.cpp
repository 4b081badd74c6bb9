// What is allowed but seldom meant: ending with a lock held, waiting with a second lock, releasing out of order.
#include <algorithm>
#include <set>

#include "locks/candidates.h"

namespace heddle::locks {

namespace {

// Where the path to the point acquired the lock last.
Place acquired_at(const Behaviour& behaviour, const Behaviour::Point& point, LockId lock, Place otherwise) {
  const auto path = path_to(behaviour, point, std::nullopt, 20000);
  if (!path) return otherwise;
  for (auto step = path->rbegin(); step != path->rend(); ++step) {
    if (step->flow == nullptr) continue;
    const bool this_one = step->flow->kind == FlowStep::Kind::kAcquire && step->step.lock == lock;
    const auto* all = std::get_if<AcquireAll>(&behaviour.flow().program()[step->step.place].action);
    if (this_one || (all != nullptr && std::ranges::find(all->locks, lock) != all->locks.end()))
      return step->step.place;
  }
  return otherwise;
}

class WarningFinder {
 public:
  WarningFinder(Analysis::State& state, Findings& findings) : state_(state), findings_(findings) {}

  void run() {
    for (std::uint32_t t = 0; t < state_.threads.size(); ++t) {
      const Behaviour* behaviour = state_.threads.behaviour(ThreadId(t));
      if (behaviour == nullptr) continue;
      held_at_end(ThreadId(t), *behaviour);
      waits(ThreadId(t), *behaviour);
      for (const LockSystem::NotNested& use : behaviour->not_nested())
        for (const Behaviour::Point& point : behaviour->points(use.symbol))
          if (point.control == use.control) add(WarningKind::kNotNested, {ThreadId(t), point}, use.place, use.lock);
    }
  }

 private:
  void held_at_end(ThreadId t, const Behaviour& behaviour) {
    const ProcedureId entry = state_.program[t].entry;
    for (const Behaviour::Point& point : behaviour.ends())
      for (const HeldLock& held : behaviour.situation(point.control).held) {
        const bool initially =
            std::ranges::any_of(state_.program[t].initially_held, [&](const Held& h) { return h.lock == held.lock; });
        if (initially || held.lock == state_.flow.unknown()) continue;
        add(WarningKind::kHeldAtEnd, {t, point}, acquired_at(behaviour, point, held.lock, {entry, 0}), held.lock);
      }
  }
  void waits(ThreadId t, const Behaviour& behaviour) {
    for (std::uint32_t p = 0; p < state_.program.procedures.size(); ++p)
      for (std::uint32_t e = 0; e < state_.program.procedures[p].edges.size(); ++e) {
        const Edge& edge = state_.program.procedures[p].edges[e];
        const auto* wait = std::get_if<Wait>(&edge.action);
        if (wait == nullptr) continue;
        for (const Behaviour::Point& point : behaviour.points(behaviour.symbol_of(ProcedureId(p), edge.from)))
          for (const HeldLock& held : behaviour.situation(point.control).held)
            if (std::ranges::find(wait->choices, held.lock) == wait->choices.end() &&
                held.lock != state_.flow.unknown())
              add(WarningKind::kWaitWithLock, {t, point}, {ProcedureId(p), e}, held.lock);
      }
  }
  void add(WarningKind kind, const Member& member, Place place, LockId lock) {
    if (known_.insert({kind, place, lock}).second)
      findings_.warnings.push_back({kind, state_.standing(member, place), lock});
  }

  Analysis::State& state_;
  Findings& findings_;
  std::set<std::tuple<WarningKind, Place, LockId>> known_;
};

}  // namespace

void find_warnings(Analysis::State& state, Findings& findings) { WarningFinder(state, findings).run(); }

}  // namespace heddle::locks
