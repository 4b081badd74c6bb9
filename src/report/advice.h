// What to do next after an inconclusive verdict, from what stopped the run.
#pragma once
#include <string>
#include <vector>

#include "model/bug.h"

namespace heddle {

// One sentence for each thing to do, in the order of the limits; nothing twice. A search that was stopped has
// suggestions of its own (run/branching.h).
std::vector<std::string> advice(const Result& result);

}  // namespace heddle
