// Does what the program does depend on values that the language leaves open: of memory that it never initialised, of
// pointers to local variables that have ended? A schedule that the search has run, and some random ones, are run
// again, in a fork, with other such values.
#pragma once
#include <vector>

#include "machine/machine.h"
#include "model/assumption.h"

namespace heddle::run {

// What a verdict has to take for granted about them. Also if it took too long to tell of the one schedule. `seconds`:
// how long that is; `transitions`: of the search.
std::vector<Assumption> open_values(Machine& machine, const Schedule& schedule, std::uint64_t transitions,
                                    double seconds);

}  // namespace heddle::run
