#include "search/context_bound.h"

#include <fmt/format.h>

#include "search/explorer.h"

namespace heddle {

bool ContextBound::enter(Frame& frame, std::size_t depth) {
  depth_ = depth;
  list_branches(depth);
  if (branches_.count() == 0) {  // for Switches: the last thread cannot go on, and the bound says that nobody else may
    if (!held_back_) walk_.bounds.add(kNobodyEnabled);
    return false;
  }
  frame.step = branches_.current(depth).step;
  frame.is_saved = branches_.count() > 1 || depth == 0;
  return true;
}

// Going on comes first.
void ContextBound::list_branches(std::size_t depth) {
  const std::span<const Pending> pending = walk_.machine.pending();
  const bool begun = depth > 0;
  const Branch way = begun ? branches_.current(depth - 1) : Branch{{}, 0};
  branches_.begin(depth);
  const Pending* last = nullptr;
  for (const Pending& p : pending)
    if (begun && p.thread == way.step.thread && p.enabled) last = &p;
  if (last != nullptr) list(*last, way.switches);
  const bool counts = begun && (counted_ == Counted::Switches || last != nullptr);
  for (const Pending& p : pending) {
    if (!p.enabled || &p == last) continue;
    if (counts && way.switches == bound_)
      held_back_ = true;
    else
      list(p, way.switches + (counts ? 1 : 0));
  }
}

void ContextBound::list(const Pending& p, std::uint64_t switches) {
  for (Choice c = 0; c < p.outcomes; ++c) branches_.add({{p.thread, c}, switches});
}

void ContextBound::before_step() { walk_.repeats = branches_.current(depth_).switches < bound_; }

bool ContextBound::next(Frame& frame, std::size_t depth) {
  depth_ = depth;
  if (!branches_.next(depth)) {
    if (depth > 0 || !held_back_ || bound_ == most_) return false;
    ++bound_;
    held_back_ = false;
    branches_.restart();
  }
  frame.step = branches_.current(depth).step;
  return true;
}

void ContextBound::write_common(WordWriter& out) const {
  out.put(bound_);
  out.put(held_back_ ? 1 : 0);
}

void ContextBound::read_common(WordReader& in) {
  bound_ = in.take();
  held_back_ = in.take() != 0;
}

SearchOutcome search_preemptions(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                                 LiveState& live) {
  Walk walk(machine, options, listener, live);
  const std::uint64_t most = options.bounds.preemptions.value_or(0);
  ContextBound strategy(walk, ContextBound::Counted::Preemptions, most);
  const bool covered = Explorer(walk).run(strategy) && !strategy.held_back();
  if (!covered && !walk.stopped())
    walk.bounds.add(fmt::format("only executions with at most {} preemption{} were explored (--preemptions)", most,
                                most == 1 ? "" : "s"));
  return walk.outcome(covered, "dfs");
}

}  // namespace heddle
