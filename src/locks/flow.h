// The program in primitive steps: each choice of an action is a step of its own, a wait is a release and an acquire,
// and nodes are numbered through the whole program, so that they can be the symbols of a pushdown system.
//
// Procedures in which nothing happens to locks or threads, not even in what they call, are neutral. They are most of a
// program. A thread inside keeps the locks it entered with, so one symbol (`visit`) stands for all their nodes.
//
// Main functions: steps, neutral, returns (can the procedure come to its exit?), reachable (inside a procedure).
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "locks/program.h"
#include "locks/pushdown.h"

namespace heddle::locks {

struct FlowStep {
  enum class Kind : std::uint8_t { kNothing, kAcquire, kAcquireAll, kRelease, kCall, kFork, kJoin, kJoinAll, kEnd };
  Kind kind = Kind::kNothing;
  Symbol to = 0;
  Place place;
  LockId lock{};  // kAcquire
  Mode mode = Mode::kExclusive;
  bool tries = false;
  bool second_half = false;  // of a wait
  ProcedureId callee{};      // kCall
  ThreadId thread{};         // kFork, kJoin, kJoinAll
};

class Flow {
 public:
  // find_neutral: else no procedure is taken for neutral, because what happens inside matters.
  explicit Flow(const Program&, bool find_neutral = true);

  const Program& program() const { return program_; }
  // Those of the program and `unknown()`, which stands for all that are not listed.
  std::uint32_t locks() const { return static_cast<std::uint32_t>(program_.locks.size()) + 1; }
  LockId unknown() const { return LockId(locks() - 1); }
  bool concrete(LockId l) const { return l != unknown() && program_[l].concrete; }
  bool recursive(LockId l) const { return l == unknown() || program_[l].recursive; }

  Symbol symbol(ProcedureId p, Node node) const { return first_node_[p.index()] + node; }
  Symbol entry(ProcedureId p) const { return symbol(p, program_[p].entry); }
  Symbol visit(ProcedureId p) const { return first_visit_ + p.value; }
  bool is_visit(Symbol s) const { return s >= first_visit_ && s < first_visit_ + program_.procedures.size(); }
  ProcedureId visited(Symbol s) const { return ProcedureId(s - first_visit_); }
  Symbol ended() const { return first_visit_ + static_cast<Symbol>(program_.procedures.size()); }  // after an End
  Symbol nowhere() const { return ended() + 1; }
  std::size_t symbols() const { return nowhere() + 1; }

  // Of a node that the program has; not of the middle of a wait.
  ProcedureId procedure_of(Symbol s) const {
    const auto behind = std::ranges::upper_bound(first_node_, s);
    return ProcedureId(static_cast<std::uint32_t>(behind - first_node_.begin()) - 1);
  }
  bool is_exit(Symbol s) const { return exit_[s]; }
  std::span<const FlowStep> steps(Symbol s) const {
    return {steps_.data() + first_step_[s], steps_.data() + first_step_[s + 1]};
  }
  std::uint32_t number(const FlowStep& step) const { return static_cast<std::uint32_t>(&step - steps_.data()); }
  const FlowStep& step(std::uint32_t number) const { return steps_[number]; }

  bool neutral(ProcedureId p) const { return neutral_[p.index()]; }
  bool returns(ProcedureId p) const { return returns_[p.index()]; }
  // From the entry of its procedure, if callees that cannot return do not.
  bool reachable(Symbol s) const { return reachable_[s]; }
  std::span<const ProcedureId> callees(ProcedureId p) const { return callees_[p.index()]; }  // at reachable nodes

 private:
  void number_nodes();
  void make_steps();
  void find_neutral();
  void find_reachable();

  const Program& program_;
  std::vector<Symbol> first_node_;  // of each procedure; behind the last one the middles of waits
  Symbol first_visit_ = 0;
  std::vector<FlowStep> steps_;            // in the order of their nodes
  std::vector<std::uint32_t> first_step_;  // of each symbol, and one more
  std::vector<bool> exit_, reachable_;     // of each symbol
  std::vector<bool> neutral_, returns_;
  std::vector<std::vector<ProcedureId>> callees_;
};

}  // namespace heddle::locks
