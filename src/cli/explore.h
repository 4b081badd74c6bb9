// What the exploring process does: builds the machine, runs the search, describes every bug and sends it.
#pragma once
#include "cli/isolation.h"
#include "model/image.h"
#include "model/options.h"

namespace heddle::cli {

// Returns the child's exit status: 0 if the outcome was sent.
int explore(const Image& image, CheckOptions options, SharedState& shared, int descriptor);

}  // namespace heddle::cli
