// Findings between processes. Apart from findings.h, since few include it and it takes long to compile.
#pragma once
#include <nlohmann/json.hpp>

#include "findings.h"

namespace heddle::oracle {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Findings, exhausted, limits, races, failures, finals, complaints, executions,
                                   transitions, checks_held)

}  // namespace heddle::oracle
