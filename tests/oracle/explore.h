// Runs one configuration on one program of a loaded image, in this process.
#pragma once
#include "findings.h"
#include "model/image.h"

namespace heddle::oracle {

// `arguments`: of the program. At most `transitions` steps.
Findings explore(const Image& image, const std::vector<std::string>& arguments, const Configuration& configuration,
                 std::uint64_t transitions);

}  // namespace heddle::oracle
