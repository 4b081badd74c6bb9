// Does what the program does depend on memory that it never initialised? A schedule that the search has run is run twice
// more, in a fork: such memory is zero the first time and something else the second.
#pragma once
#include "machine/machine.h"

namespace heddle::run {

// Also true if it took too long to tell. `seconds`: how long that is.
bool notices_uninitialised_memory(Machine& machine, const Schedule& schedule, double seconds);

}  // namespace heddle::run
