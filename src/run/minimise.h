// A schedule with fewer context switches for a bug that was found (search/minimise.h), on the tool's machine.
#pragma once
#include <atomic>

#include "machine/machine.h"

namespace heddle::run {

// Re-executes on `machine`, which therefore should be a copy that nobody needs any more. Gives back `schedule` itself
// if nothing better is found. `may_be_longer`: to have fewer switches. `stop`: end soon.
Schedule minimised(Machine& machine, const Failure& failure, const Schedule& schedule, bool may_be_longer,
                   const std::atomic<bool>& stop);

}  // namespace heddle::run
