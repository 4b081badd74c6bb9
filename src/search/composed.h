// Selective search with composed transitions (Stoller 2002, section 5.2): a visible operation and what follows it are
// one transition, and two transitions are compared by their net effects. Two critical sections that fit into one
// transition each and only read what they have in common are independent: one order is explored instead of two.
//
// That loses happens-before. In  x=1; f=1; lock m; unlock m | if(f){ lock m; unlock m; x=2; }  (f relaxed) the two
// sections commute, but only in one of the two orders x=2 races with x=1. Hence the rule (section 7): net effects count
// only as long as the locking discipline holds, whose check does not ask about the order of critical sections
// (detect/access_watch.h). It implies that there is no race. With the first breach the search begins again without net
// effects, as `selective`, and then the detector decides.
//
// Main function: search_composed.
#pragma once
#include "search/search.h"

namespace heddle {

SearchOutcome search_composed(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
