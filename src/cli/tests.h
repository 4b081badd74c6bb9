// A program as one check or several: test cases of GoogleTest and Catch2, calls of heddle::check.
//
//   explore_program   one search, of what the options say (check.cpp)
//   explore_as_one    the program as it is, with a search for each call of heddle::check
//   explore_tests     the same for each test case alone, if there are any
//   list_tests        the names of these cases, without exploring them
#pragma once
#include <string>
#include <vector>

#include "cli/settings.h"
#include "model/bug.h"
#include "model/image.h"
#include "report/checkpoint.h"

namespace heddle::cli {

// `bugs_before`: replay files written already. `scopes`: where the names of the calls of heddle::check go that were
// met. `resumption`: what to go on with, or nullptr.
Result explore_program(const Settings& settings, const Image& image, std::size_t bugs_before,
                       std::vector<std::string>& scopes, const CheckpointFile* resumption = nullptr);

Result explore_as_one(const Settings& settings, const Image& image);

struct Explored {
  Result result;
  std::string error;  // of the user; empty: there is a result
};
Explored explore_tests(const Settings& settings, const Image& image);

struct Listed {
  std::vector<std::string> names;
  std::string error;  // of the user; empty: there are names
};
Listed list_tests(const Settings& settings, const Image& image);

}  // namespace heddle::cli
