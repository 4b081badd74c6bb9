// One program from the table of memory effects: `program LINE EFFECT MODE THREADS`.
#pragma once
#include <string>

namespace heddle::effect_tests {

std::string generated_program();

}  // namespace heddle::effect_tests
