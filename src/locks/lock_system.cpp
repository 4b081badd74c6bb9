// A thread as a pushdown system (behaviour.h): the situation is the control state, the node the top of the stack.
#include <algorithm>

#include "locks/behaviour.h"

namespace heddle::locks {

void LockSystem::make_rules(Control control, Symbol symbol) {
  if (flow_.is_visit(symbol)) return visit_rules(control, symbol);
  if (symbol < flow_.ended() && flow_.is_exit(symbol)) {
    rules_.push_back({.control = control, .symbols = 0, .tag = kNone});
    return;
  }
  for (const FlowStep& step : flow_.steps(symbol)) step_rules(control, symbol, step);
}

// A neutral procedure: everything in it happens in this situation.
void LockSystem::visit_rules(Control control, Symbol symbol) {
  const ProcedureId procedure = flow_.visited(symbol);
  for (const ProcedureId callee : flow_.callees(procedure))
    rules_.push_back({.control = control,
                      .symbols = 2,
                      .top = flow_.visit(callee),
                      .below = flow_.nowhere(),
                      .tag = kNone,
                      .choice = callee.value});
  if (flow_.returns(procedure)) rules_.push_back({.control = control, .symbols = 0, .tag = kNone});
}

void LockSystem::step_rules(Control control, Symbol symbol, const FlowStep& step) {
  if (situations_[control].coarse && step.kind != FlowStep::Kind::kCall) return coarse_rules(control, step);
  switch (step.kind) {
    case FlowStep::Kind::kNothing:
    case FlowStep::Kind::kEnd:
      return go(control, step);
    case FlowStep::Kind::kCall:
      return call_rules(control, step);
    case FlowStep::Kind::kAcquire:
      return acquire_rules(control, step);
    case FlowStep::Kind::kAcquireAll:
      return acquire_all_rules(control, step);
    case FlowStep::Kind::kRelease:
      return release_rules(control, symbol, step);
    case FlowStep::Kind::kFork:
      return fork_rules(control, step);
    case FlowStep::Kind::kJoin:
    case FlowStep::Kind::kJoinAll:
      return join_rules(control, step);
  }
}

void LockSystem::go(Control control, const FlowStep& step) {
  rules_.push_back({.control = control, .symbols = 1, .top = step.to, .tag = flow_.number(step)});
}

// Which locks are held for sure.
void LockSystem::coarse_rules(Control control, const FlowStep& step) {
  std::vector<Held> acquired;
  std::vector<LockId> released;
  const Action& action = flow_.program()[step.place].action;
  if (step.kind == FlowStep::Kind::kAcquire) acquired.push_back({step.lock, step.mode});
  if (step.kind == FlowStep::Kind::kAcquireAll)
    for (const LockId lock : std::get<AcquireAll>(action).locks) acquired.push_back({lock});
  if (step.kind == FlowStep::Kind::kRelease) {
    if (const auto* release = std::get_if<Release>(&action))
      released = release->choices;
    else
      released = {step.lock};
  }
  go(control, step);
  if (!acquired.empty() || !released.empty()) rules_.back().weight = effects_.coarse_step(acquired, released);
}

void LockSystem::change(Control control, const Situation& after, SetId used, const FlowStep& step, LockId choice) {
  const Control next = situations_.number_of(after);
  const EffectId effect = effects_.step(situations_[control], after, used);
  rules_.push_back({.control = next,
                    .symbols = 1,
                    .top = step.to,
                    .weight = effect,
                    .tag = flow_.number(step),
                    .choice = choice.value});
}

void LockSystem::acquire_rules(Control control, const FlowStep& step) {
  const Situation before = situations_[control];
  const std::optional<Situation> after = situations_.acquired(before, step.lock, step.mode);
  if (!after) return;
  const bool outermost = flow_.concrete(step.lock) && before.find(step.lock) == nullptr;
  change(control, *after, outermost ? uses_.used(0, step.lock, step.mode) : 0, step, step.lock);
}

void LockSystem::acquire_all_rules(Control control, const FlowStep& step) {
  const auto& action = std::get<AcquireAll>(flow_.program()[step.place].action);
  const Situation before = situations_[control];
  Situation now = before;
  SetId used = 0;
  for (const LockId lock : action.locks) {
    const std::optional<Situation> after = situations_.acquired(now, lock, Mode::kExclusive);
    if (!after) return;
    if (after->held.size() > now.held.size()) {
      if (flow_.concrete(lock)) used = uses_.used(used, lock, Mode::kExclusive);
      const bool another = now.held.size() > before.held.size();
      now = *after;
      now.held.back().with_previous = another;
    } else {
      now = *after;
    }
  }
  if (action.others) now = *situations_.acquired(now, flow_.unknown(), Mode::kExclusive);
  change(control, now, used, step, LockId(0));
}

void LockSystem::release_rules(Control control, Symbol symbol, const FlowStep& step) {
  const Situation before = situations_[control];
  const Action& action = flow_.program()[step.place].action;
  const auto* release = std::get_if<Release>(&action);
  const auto* wait = std::get_if<Wait>(&action);
  std::vector<LockId> choices = release != nullptr ? release->choices : wait->choices;
  if (release != nullptr ? release->others : wait->others) choices.push_back(flow_.unknown());
  std::erase_if(choices, [&](LockId lock) { return before.find(lock) == nullptr; });
  if (choices.empty()) {
    go(control, step);
    rules_.back().choice = flow_.unknown().value;
    return;
  }
  for (const LockId lock : choices) {
    if (wait != nullptr && lock != step.lock) continue;
    for (const Situation& after : situations_.released(before, lock)) {
      const HeldLock* const held = before.find(lock);
      const bool gone = after.find(lock) == nullptr;
      if (gone && flow_.concrete(lock) && !situations_.is_last(before, lock))
        not_nested_.insert({control, symbol, step.place, lock});
      change(control, after, gone && flow_.concrete(lock) ? uses_.used(0, lock, held->mode) : 0, step, lock);
    }
  }
}

void LockSystem::call_rules(Control control, const FlowStep& step) {
  const Symbol top = flow_.neutral(step.callee) ? flow_.visit(step.callee) : flow_.entry(step.callee);
  rules_.push_back({.control = control,
                    .symbols = 2,
                    .top = top,
                    .below = step.to,
                    .tag = flow_.number(step),
                    .choice = step.callee.value});
}

void LockSystem::fork_rules(Control control, const FlowStep& step) {
  const Situation before = situations_[control];
  const bool again = std::ranges::binary_search(before.forked, step.thread);
  if (again && !flow_.program()[step.thread].several) return;
  Situation after = before;
  if (!again) after.forked.insert(std::ranges::upper_bound(after.forked, step.thread), step.thread);
  std::erase(after.joined, step.thread);  // one with several instances: there is a new one
  change(control, after, uses_.forked(0, step.thread), step, LockId(0));
}

void LockSystem::join_rules(Control control, const FlowStep& step) {
  Situation after = situations_[control];
  const bool waits = std::get<Join>(flow_.program()[step.place].action).waits;
  if (!waits && !std::ranges::binary_search(after.forked, step.thread)) return go(control, step);
  if (!std::ranges::binary_search(after.joined, step.thread))
    after.joined.insert(std::ranges::upper_bound(after.joined, step.thread), step.thread);
  change(control, after, 0, step, LockId(0));
}

}  // namespace heddle::locks
