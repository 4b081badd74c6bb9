// Primitive steps and neutral procedures (flow.h).
#include "locks/flow.h"

#include <algorithm>

namespace heddle::locks {

namespace {

std::size_t middles_of(const Edge& edge) {
  const auto* wait = std::get_if<Wait>(&edge.action);
  return wait == nullptr ? 0 : wait->choices.size() + (wait->others ? 1 : 0);
}

bool concerns_others(const Action& action) {
  return !std::holds_alternative<Nothing>(action) && !std::holds_alternative<Call>(action) &&
         !std::holds_alternative<Access>(action) && !std::holds_alternative<Label>(action);
}

// Steps of one edge. `middle` is the next free symbol for the inside of a wait.
class Expansion {
 public:
  Expansion(const Flow& flow, std::vector<std::vector<FlowStep>>& steps, Symbol middle)
      : flow_(flow), steps_(steps), middle_(middle) {}

  void expand(ProcedureId procedure, std::uint32_t index) {
    const Edge& edge = flow_.program()[procedure].edges[index];
    from_ = flow_.symbol(procedure, edge.from);
    plain_ = {.to = flow_.symbol(procedure, edge.to), .place = {procedure, index}};
    if (const auto* call = std::get_if<Call>(&edge.action)) return calls(*call);
    if (const auto* acquire = std::get_if<Acquire>(&edge.action)) return acquires(*acquire);
    if (const auto* wait = std::get_if<Wait>(&edge.action)) return waits(*wait);
    FlowStep step = plain_;
    if (std::holds_alternative<AcquireAll>(edge.action)) step.kind = FlowStep::Kind::kAcquireAll;
    if (std::holds_alternative<Release>(edge.action)) step.kind = FlowStep::Kind::kRelease;
    if (const auto* fork = std::get_if<Fork>(&edge.action)) {
      step.kind = FlowStep::Kind::kFork;
      step.thread = fork->thread;
    }
    if (const auto* join = std::get_if<Join>(&edge.action)) {
      const bool one = join->choices.size() == 1 && !join->others;
      if (one && !flow_.program()[join->choices[0]].several)
        step.kind = FlowStep::Kind::kJoin;
      else if (one && join->all)
        step.kind = FlowStep::Kind::kJoinAll;
      if (step.kind != FlowStep::Kind::kNothing) step.thread = join->choices[0];
    }
    if (std::holds_alternative<End>(edge.action)) {
      step.kind = FlowStep::Kind::kEnd;
      step.to = flow_.ended();
    }
    steps_[from_].push_back(step);
  }

 private:
  void calls(const Call& call) {
    for (const ProcedureId callee : call.choices) {
      FlowStep step = plain_;
      step.kind = FlowStep::Kind::kCall;
      step.callee = callee;
      steps_[from_].push_back(step);
    }
    if (call.others || call.choices.empty()) steps_[from_].push_back(plain_);
  }
  void acquires(const Acquire& acquire) {
    FlowStep step = plain_;
    step.kind = FlowStep::Kind::kAcquire;
    step.mode = acquire.mode;
    step.tries = acquire.tries;
    for (const LockId lock : acquire.choices) {
      step.lock = lock;
      steps_[from_].push_back(step);
    }
    step.lock = flow_.unknown();
    if (acquire.others) steps_[from_].push_back(step);
  }
  void waits(const Wait& wait) {
    std::vector<LockId> locks = wait.choices;
    if (wait.others) locks.push_back(flow_.unknown());
    for (const LockId lock : locks) {
      FlowStep step = plain_;
      step.kind = FlowStep::Kind::kRelease;
      step.lock = lock;
      step.to = middle_;
      steps_[from_].push_back(step);
      step.kind = FlowStep::Kind::kAcquire;
      step.to = plain_.to;
      step.second_half = true;
      steps_[middle_++].push_back(step);
    }
  }

  const Flow& flow_;
  std::vector<std::vector<FlowStep>>& steps_;
  Symbol middle_;
  Symbol from_ = 0;
  FlowStep plain_;
};

}  // namespace

Flow::Flow(const Program& program, bool find_neutral_ones) : program_(program) {
  number_nodes();
  make_steps();
  neutral_.assign(program.procedures.size(), false);
  if (find_neutral_ones) find_neutral();
  find_reachable();
}

void Flow::number_nodes() {
  Symbol next = 0;
  std::size_t middles = 0;
  for (const Procedure& procedure : program_.procedures) {
    first_node_.push_back(next);
    next += procedure.nodes;
    for (const Edge& edge : procedure.edges) middles += middles_of(edge);
  }
  first_node_.push_back(next);
  first_visit_ = next + static_cast<Symbol>(middles);
  exit_.assign(symbols(), false);
  for (std::uint32_t p = 0; p < program_.procedures.size(); ++p)
    exit_[symbol(ProcedureId(p), program_.procedures[p].exit)] = true;
}

void Flow::make_steps() {
  std::vector<std::vector<FlowStep>> steps(symbols());
  Expansion expansion(*this, steps, first_node_.back());
  for (std::uint32_t p = 0; p < program_.procedures.size(); ++p)
    for (std::uint32_t e = 0; e < program_.procedures[p].edges.size(); ++e) expansion.expand(ProcedureId(p), e);
  first_step_.push_back(0);
  for (Symbol s = 0; s < symbols(); ++s) {
    if (!exit_[s]) steps_.insert(steps_.end(), steps[s].begin(), steps[s].end());
    first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
  }
}

void Flow::find_neutral() {
  const std::size_t count = program_.procedures.size();
  std::vector<std::vector<std::uint32_t>> callers(count);
  neutral_.assign(count, true);
  std::vector<std::uint32_t> pending;
  for (std::uint32_t p = 0; p < count; ++p)
    for (const Edge& edge : program_.procedures[p].edges) {
      if (const auto* call = std::get_if<Call>(&edge.action))
        for (const ProcedureId callee : call->choices) callers[callee.index()].push_back(p);
      if (!concerns_others(edge.action) || !neutral_[p]) continue;
      neutral_[p] = false;
      pending.push_back(p);
    }
  while (!pending.empty()) {
    const std::uint32_t p = pending.back();
    pending.pop_back();
    for (const std::uint32_t caller : callers[p]) {
      if (!neutral_[caller]) continue;
      neutral_[caller] = false;
      pending.push_back(caller);
    }
  }
}

// All procedures at once: a call is a way through as soon as the callee is known to return.
void Flow::find_reachable() {
  returns_.assign(program_.procedures.size(), false);
  reachable_.assign(symbols(), false);
  std::vector<std::vector<Symbol>> behind(program_.procedures.size());  // calls of those that may yet return
  std::vector<Symbol> pending;
  const auto reach = [&](Symbol s) {
    if (reachable_[s]) return;
    reachable_[s] = true;
    pending.push_back(s);
  };
  for (std::uint32_t p = 0; p < program_.procedures.size(); ++p) reach(entry(ProcedureId(p)));
  std::vector<ProcedureId> exit_of(symbols());
  for (std::uint32_t p = 0; p < program_.procedures.size(); ++p)
    exit_of[symbol(ProcedureId(p), program_.procedures[p].exit)] = ProcedureId(p);
  while (!pending.empty()) {
    const Symbol s = pending.back();
    pending.pop_back();
    if (exit_[s]) {
      const std::size_t p = exit_of[s].index();
      returns_[p] = true;
      for (const Symbol to : behind[p]) reach(to);
    }
    for (const FlowStep& step : steps(s)) {
      if (step.kind == FlowStep::Kind::kCall && !returns_[step.callee.index()])
        behind[step.callee.index()].push_back(step.to);
      else
        reach(step.to);
    }
  }
  callees_.resize(program_.procedures.size());
  for (const FlowStep& step : steps_)
    if (step.kind == FlowStep::Kind::kCall && reachable_[symbol(step.place.procedure, program_[step.place].from)])
      callees_[step.place.procedure.index()].push_back(step.callee);
  for (std::vector<ProcedureId>& list : callees_) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
  }
}

}  // namespace heddle::locks
