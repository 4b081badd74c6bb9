// What the exploring process does: builds the machine, runs the search, describes every bug and sends it.
#pragma once
#include "model/image.h"
#include "model/options.h"
#include "report/checkpoint.h"
#include "run/isolation.h"

namespace heddle::run {

// Executions go on past races, so that accesses to racing bytes become scheduling points as the search meets them.
bool passes_over_races(const CheckOptions& options);

// `from`: where another process stood that this one goes on with (its state), or nullptr. Returns the child's exit
// status: 0 if the outcome was sent.
int explore(const Image& image, const CheckOptions& options, SharedState& shared, int descriptor,
            const CheckpointFile* from);

}  // namespace heddle::run
