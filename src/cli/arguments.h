// A command line taken apart: our options, compiler flags, files, arguments of the program. Compiler flags may stand
// anywhere (-std=c++20 is not -s -t -d), `--json` never takes the next word, everything after `--` is the program's.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/options.h"

namespace heddle::cli {

struct Arguments {
  std::vector<std::pair<std::string, std::string>> options;  // name and value, in order; a switch has no value
  std::vector<std::string> flags;                            // for the compiler
  std::vector<std::string> files;
  std::vector<std::string> program;  // after `--`
  std::string error;                 // one line without "heddle: error:"; empty: none

  bool has(std::string_view name) const;
  // The last value given; nothing if the option was not given.
  std::optional<std::string> value(std::string_view name) const;
};

Arguments split_arguments(Command command, const std::vector<std::string>& words);

// Is JSON on standard output asked for? Answers also for a command line that is wrong otherwise.
bool asks_for_json(const std::vector<std::string>& words);

}  // namespace heddle::cli
