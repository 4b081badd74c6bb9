// The entries of --classes, brought to the program's global variables: what they ask for before a search, and what
// became of their claims after it.
#pragma once
#include <string>
#include <vector>

#include "detect/access_watch.h"
#include "detect/registry.h"
#include "model/image.h"
#include "model/options.h"
#include "model/round.h"

namespace heddle::run {

// Empty, or the error of an entry that belongs to another search or detector than the chosen ones.
std::string check_classes(const CheckOptions& options);

// Sentences about entries that name no global variable.
std::vector<std::string> unknown_variables(const Image& image, const CheckOptions& options);

// Who initialises what, by the first entry for each variable; for make_detector.
DetectorOptions detector_options(const Image& image, const CheckOptions& options, const ThreadNames& names);

// Tells the watch what to check and makes communication objects visible.
void apply_classes(const Image& image, const CheckOptions& options, AccessWatch& watch, Round& round);

// One sentence for each claim that an execution contradicted, with both accesses.
std::vector<std::string> broken_claims(const Image& image, const CheckOptions& options, const AccessWatch& watch);

}  // namespace heddle::run
