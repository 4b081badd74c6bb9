// Invisible-first selective search (IF-SSS, Stoller 2002, sections 5.1 and 7): plain accesses are invisible as long as
// the locking discipline holds, which is checked on the reduced system itself (detect/access_watch.h). Bytes whose
// accesses break it are a communication object: the search ends and asks to be run again with these accesses visible.
// So, unlike the other searches, what it covers does not hang on a race detector: it is every interleaving.
//
// Cyclic state spaces (IF-SSS_cyc): a stateless search cannot see that it goes round in a circle. It begins as if there
// were none, with persistent sets. An execution longer than Deepening says is taken for a circle, and the search turns
// to iterative deepening without persistent sets (they might put off a thread for ever), until no execution is cut off.
// A bug within reach of some depth is found whatever circles there are; verified is said only if nothing was cut off.
//
// BoundedInvis, the paper's condition that a thread comes to a visible operation in the end, is checked by the machine:
// a long loop without one gets scheduling points, and past its second budget the run is inconclusive, naming the loop.
//
// Main function: search_invisible_first.
#pragma once
#include <algorithm>

#include "search/selective.h"

namespace heddle {

struct Deepening {
  std::size_t endless = 2000;  // steps; an execution that goes on is taken for a circle
  std::size_t shallow = 32;    // where iterative deepening begins
};

template <class M, class L>
SearchOutcome search_invisible_first(M& machine, const CheckOptions& options, L& listener, LiveState& live,
                                     Deepening deepening) {
  using Search = Selective<M, L>;
  Walk<M, L> walk(machine, options, listener, live);
  AccessWatch* watch = options.visible == Visibility::All ? nullptr : machine.watch();  // nothing left to check
  auto end = Search(walk, watch, {.depth = deepening.endless}).run(watch != nullptr);
  for (std::size_t depth = deepening.shallow; end == Search::End::Cut; depth *= 2)
    end = Search(walk, watch, {.persistent_sets = false, .depth = depth}).run(watch != nullptr);
  SearchOutcome outcome = walk.outcome(end == Search::End::Covered, "invisible-first");
  outcome.every_interleaving = outcome.exhausted && watch != nullptr && watch->overflowed() == nullptr;
  if (end == Search::End::Breached)
    for (const Race& breach : watch->breaches()) {
      const ByteRange range{breach.later.address, breach.later.size};
      if (std::find(outcome.make_visible.begin(), outcome.make_visible.end(), range) != outcome.make_visible.end())
        continue;
      outcome.make_visible.push_back(range);
      watch->communicate(range.begin, range.size);
    }
  return outcome;
}

template <class M, class L>
SearchOutcome search_invisible_first(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  return search_invisible_first(machine, options, listener, live, Deepening{});
}

}  // namespace heddle
