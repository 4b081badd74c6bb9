// Does the program ever end from here? A plain walk through all states that follow, for a machine that compares states:
// what a replay does to see that a livelock is one.
#pragma once
#include <cstddef>
#include <vector>

#include "machine/abstract_machine.h"

namespace heddle {

// True: whatever happens, it comes back to this state and never ends; `running`: the threads that take steps on the
// way. False also where there are more states than this. The machine is where it was.
bool never_ends(AbstractMachine& machine, std::size_t most_states, std::vector<ThreadId>& running);

}  // namespace heddle
