// From what a search did to what may be said about the program. Pure: everything it needs comes in.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/bug.h"
#include "model/image.h"
#include "model/options.h"
#include "report/wire.h"

namespace heddle::run {

struct Findings {
  std::vector<Bug> bugs;
  std::vector<Bug> known_bugs;             // those of --baseline
  std::optional<Exploration> exploration;  // nothing: the exploring process did not live to tell
  std::vector<std::string> limits;         // what stopped it from outside
  Statistics last_counters;                // for a search that did not live to tell
  Branching branching;                     // what was last said of a search that does not end
};

Result conclude(const CheckOptions& options, const Image& image, Findings findings);

}  // namespace heddle::run
