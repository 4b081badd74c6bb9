// Invisible-first selective search (IF-SSS, Stoller 2002, sections 5.1 and 7): plain accesses are invisible as long as
// the locking discipline holds, which is checked on the reduced system itself (detect/access_watch.h). Bytes whose
// accesses break it are a communication object: the search ends and asks to be run again with these accesses visible.
// So, unlike the other searches, what it covers does not hang on a race detector: it is every interleaving.
//
// Cyclic state spaces (IF-SSS_cyc): a stateless search cannot see that it goes round in a circle. It begins as if there
// were none, with persistent sets. An execution longer than Deepening says is taken for a circle, and the search turns
// to iterative deepening without persistent sets (they might put off a thread forever), until no execution is cut off.
// A bug within reach of some depth is found whatever circles there are; verified is said only if nothing was cut off.
//
// BoundedInvis, the paper's condition that a thread comes to a visible operation in the end, is checked by the machine:
// a long loop without one gets scheduling points, and past its second budget the run is inconclusive, naming the loop.
//
// Main function: search_invisible_first.
#pragma once
#include "search/search.h"

namespace heddle {

struct Deepening {
  std::size_t endless = 2000;  // steps; an execution that goes on is taken for a circle
  std::size_t shallow = 32;    // where iterative deepening begins
};

SearchOutcome search_invisible_first(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&, Deepening);
SearchOutcome search_invisible_first(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
