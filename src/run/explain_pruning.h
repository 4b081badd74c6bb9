// --explain-pruning: why states were not pruned, on standard error, a line for each reason.
#pragma once
#include <vector>

#include "model/image.h"
#include "model/schedule.h"
#include "search/obstacle.h"

namespace heddle::run {

void explain_pruning(const std::vector<KeptState>& kept, const Image& image, const ThreadNames& names);

}  // namespace heddle::run
