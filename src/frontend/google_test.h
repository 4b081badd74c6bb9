// GoogleTest as Debian has it: compiled libraries, which cannot be checked, and in the package googletest their
// sources, which can. A program that is linked with the libraries gets the sources instead.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "frontend/compile.h"

namespace heddle {

// One of gtest, gtest_main, gmock, gmock_main, as -l names them.
bool is_google_test_library(std::string_view name);

struct GoogleTestSources {
  bool needed = false;  // without them the program is not complete
  std::vector<std::string> files;
  std::vector<std::string> flags;  // beside the user's
};

// What these units lack of it. No files though they are needed: the package is not installed.
GoogleTestSources missing_google_test(const std::vector<Bitcode>& units);

// What to do about a library of compiled code, if it is one of these; else empty.
std::string advice_about_library(std::string_view path);

}  // namespace heddle
