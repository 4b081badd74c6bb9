#include "search/dpor.h"

#include "search/explorer.h"
#include "support/invariant.h"

namespace heddle {

bool Dpor::choose_first(State& s, std::size_t) {
  ThreadId first;
  if (!find_awake(s, first)) return walk_.count_blocked(), false;
  s.backtrack.clear();
  s.backtrack.add(first);
  explore(s, *find_pending(s.pending, first));
  return true;
}

bool Dpor::choose_next(State& s, std::size_t) {
  HEDDLE_INVARIANT(s.enabled.contains(s.backtrack));
  if (++s.choice < s.outcomes) return true;
  ThreadId thread;
  if (!ThreadSet::first_not_in(s.backtrack, s.sleep.threads(), thread)) return false;
  explore(s, *find_pending(s.pending, thread));
  return true;
}

unsigned Dpor::left(std::size_t depth) const {
  const unsigned awake = ThreadSet::count_not_in(state(depth).backtrack, state(depth).sleep.threads());
  return awake > 0 ? awake - 1 : 0;  // one is being explored
}

void Dpor::treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation&, const Footprint&,
                 bool executed) {
  if (!sleep_sets_ && !executed) {
    add_one_of(path_.threads_leading_to(races.front(), p), state(races.front()));
    return;
  }
  for (const std::uint32_t e : races)
    if (State& s = state(e); !s.backtrack.contains(s.enabled)) add_one_of(path_.initials(e, p), s);
}

void Dpor::add_one_of(const ThreadSet& candidates, State& s) {
  bool covered = false, found = false, awake = false;
  ThreadId chosen;
  candidates.for_each([&](ThreadId t) {
    covered |= s.backtrack.has(t);
    if (!s.enabled.has(t) || awake) return;
    found = true;
    awake = !s.sleep.has(t);
    chosen = t;
  });
  if (covered) return;
  if (found)
    s.backtrack.add(chosen);
  else
    s.backtrack.add_all(s.enabled);
}

SearchOutcome search_dpor(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                          LiveState& live) {
  Walk walk(machine, options, listener, live);
  Dpor strategy(walk, !options.no_sleep);
  const bool covered = Explorer(walk).run(strategy);
  return walk.outcome(covered, "dpor");
}

}  // namespace heddle
