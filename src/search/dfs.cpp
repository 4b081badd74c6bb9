#include "search/dfs.h"

#include "search/explorer.h"

namespace heddle {

bool Dfs::enter(Frame& frame, std::size_t depth) {
  branches_.begin(depth);
  for (const Pending& p : walk_.machine.pending())
    if (p.enabled)
      for (Choice c = 0; c < p.outcomes; ++c) branches_.add({p.thread, c});
  if (branches_.count() == 0) return walk_.bounds.add(kNobodyEnabled), false;
  frame.step = branches_.current(depth);
  frame.is_saved = branches_.count() > 1;
  return true;
}

bool Dfs::next(Frame& frame, std::size_t depth) {
  if (!branches_.next(depth)) return false;
  frame.step = branches_.current(depth);
  return true;
}

SearchOutcome search_dfs(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                         LiveState& live) {
  Walk walk(machine, options, listener, live);
  Dfs strategy(walk);
  const bool covered = Explorer(walk).run(strategy);
  return walk.outcome(covered, "dfs");
}

}  // namespace heddle
