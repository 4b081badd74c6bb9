// One program from the table of memory effects: `program LINE EFFECT MODE THREADS`.
#pragma once
#include <string>
#include <vector>

namespace heddle::effect_tests {

std::string generated_program();

// `program NUMBER`: a thread that performs a call of names[NUMBER] beside another one.
struct ForeseenProgram {
  std::string text;
  std::vector<std::string> names;  // of functions, separated by blanks
};
ForeseenProgram foreseen_program();

}  // namespace heddle::effect_tests
