#include "search/invisible_first.h"

#include <algorithm>

#include "detect/access_watch.h"
#include "search/selective.h"

namespace heddle {

SearchOutcome search_invisible_first(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                                     LiveState& live, Deepening deepening) {
  using End = Selective::End;
  Walk walk(machine, options, listener, live);
  AccessWatch* watch = options.visible == Visibility::All ? nullptr : machine.watch();  // nothing left to check
  const bool checks = watch != nullptr;
  End end = End::Cut;
  if (!walk.is_past(0)) end = Selective(walk, watch, {.stop_at_breach = checks, .depth = deepening.endless}).run();
  std::uint64_t phase = 1;
  for (std::size_t depth = deepening.shallow; end == End::Cut; depth *= 2, ++phase)
    if (!walk.is_past(phase))
      end = Selective(walk, watch, {.persistent_sets = false, .stop_at_breach = checks, .depth = depth}).run(phase);
  SearchOutcome outcome = walk.outcome(end == End::Covered, "invisible-first");
  outcome.every_interleaving = outcome.exhausted && checks && watch->overflowed() == nullptr;
  if (end != End::Breached) return outcome;
  for (const Race& breach : watch->breaches()) {
    const ByteRange range{breach.later.address, breach.later.size};
    if (std::find(outcome.make_visible.begin(), outcome.make_visible.end(), range) != outcome.make_visible.end())
      continue;
    outcome.make_visible.push_back(range);
    watch->communicate(range.begin, range.size);
  }
  return outcome;
}

SearchOutcome search_invisible_first(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                                     LiveState& live) {
  return search_invisible_first(machine, options, listener, live, Deepening{});
}

}  // namespace heddle
