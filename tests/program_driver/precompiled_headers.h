// Precompiled headers for the C++ programs: of the 0.6 s that the first check of a small one takes, clang needs 0.4 for
// <thread> and its like. clang takes x.h.pch for `-include x.h` where it is there, and refuses one that was made with
// other flags.
//
// A program gets one if everything that it includes is in it, if it defines nothing before its last #include, and if it
// is compiled for a standard that there is one for. ./test --long compiles every program as a user does, without.
#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "expectation.h"

namespace heddle::program_tests {

// What a program says after #include.
struct Includes {
  std::set<std::string> names;  // between <>
  bool has_others = false;      // "..."
  bool defines_before = false;  // #define, #undef or #if before one of them
};
Includes includes_of(const std::string& text);

class PrecompiledHeaders {
 public:
  // A directory with <standard>/precompiled.h, precompiled_streams.h, and the .pch of each; empty: there are none.
  explicit PrecompiledHeaders(std::filesystem::path directory);

  // The options of heddle check that make the program use one; empty: it does not.
  std::vector<std::string> options_for(const Expectation& expectation) const;

 private:
  bool covers(const Includes& includes) const;

  std::filesystem::path directory_;
};

}  // namespace heddle::program_tests
