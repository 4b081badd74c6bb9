// The one table of options. It drives parsing (arguments.cpp), the meaning of the values (settings.cpp) and every help
// text (help.cpp).
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

enum Command : unsigned { kCheck = 1, kReplay = 2, kTrace = 4, kAnalyze = 8 };

struct Option {
  std::string_view name;      // "--search", "-j"
  std::string_view argument;  // how help calls the value; empty: a switch
  std::string_view fallback;  // the default, for help; empty: none
  unsigned commands;          // which commands know it
  std::string_view help;
  bool works = true;  // false: known, but not available yet: refused by name
};

std::span<const Option> option_table();
const Option* find_option(std::string_view name, Command command);

// The most similar candidate, if it is similar enough to be what was meant; else empty.
std::string closest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace heddle::cli
