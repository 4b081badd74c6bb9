#include "search/composed.h"

#include "search/selective.h"

namespace heddle {

SearchOutcome search_composed(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                              LiveState& live) {
  using End = Selective::End;
  Walk walk(machine, options, listener, live);
  AccessWatch* watch = machine.watch();
  End end = End::Breached;
  // Only if all that can happen in a critical section shows in its accesses and silent operations.
  if (watch != nullptr && !machine.has_hidden_effects() && !walk.is_past(0))
    end = Selective(walk, watch, {.net_effects = true, .stop_at_breach = true}).run();
  if (end == End::Breached) end = Selective(walk, nullptr, {}).run(1);
  return walk.outcome(end == End::Covered, "composed");
}

}  // namespace heddle
