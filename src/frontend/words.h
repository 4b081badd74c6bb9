// Words of a command line against the tables of flags.
#pragma once
#include <algorithm>
#include <string_view>

namespace heddle {

inline bool is_any(std::string_view word, const auto& table) {
  return std::find(table.begin(), table.end(), word) != table.end();
}
inline bool starts_with_any(std::string_view word, const auto& table) {
  return std::any_of(table.begin(), table.end(), [&](std::string_view prefix) { return word.starts_with(prefix); });
}

}  // namespace heddle
