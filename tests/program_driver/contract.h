// Compares what one run of heddle check printed with what the program expects, and with the JSON contract.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "expectation.h"

namespace heddle::program_tests {

// One sentence per complaint; empty: the run is as it should be.
std::vector<std::string> complaints(const Expectation&, const nlohmann::json& report, int status,
                                    const std::string& search, const std::string& visible);

}  // namespace heddle::program_tests
