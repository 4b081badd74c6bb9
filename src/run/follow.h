// The child's side of a replay: follows the schedule of a replay file and says what happened.
#pragma once
#include "run/isolation.h"
#include "model/image.h"
#include "report/replay_file.h"

namespace heddle::run {

// For a run of its schedule.
CheckOptions options_of(const ReplayFile& file);

// Sends a bug or a divergence, and remarks before it. With `all_rows` the interleaving of the answer is every step.
// Returns the exit status of the process.
int follow(const Image& image, const CheckOptions& options, const ReplayFile& file, bool all_rows, SharedState& shared,
           int descriptor);

// In this very process, for a debugger: does not come back if the bug happens (machine/debugger.cpp). Otherwise says
// why it did not.
std::string stop_at_bug(const Image& image, const CheckOptions& options, const ReplayFile& file);

}  // namespace heddle::run
