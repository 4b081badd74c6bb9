// --detect-nondeterminism: runs one schedule twice and compares everything that was recorded.
#pragma once
#include <string>

#include "run/isolation.h"
#include "model/image.h"
#include "model/options.h"
#include "report/replay_file.h"

namespace heddle::run {

// A sentence that names the first difference; empty: there was none. `file` gives the schedule; nullptr: some schedules
// are made up. Runs the program in a child.
std::string find_nondeterminism(const Image& image, const CheckOptions& options, const ReplayFile* file,
                                SharedState& shared, const WatchLimits& limits);

}  // namespace heddle::run
