// Pieces of a line in a text file that a person may have edited: numbers, and texts in quotes with everything that is
// not printable escaped.
#pragma once
#include <charconv>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace heddle {

std::string in_quotes(std::string_view text);
std::optional<std::string> without_quotes(std::string_view text);
// "one" "two" ...: as many as there is room for, and nothing else.
bool read_quoted(std::string_view line, std::initializer_list<std::string*> into);
// Small letters, digits and hyphens, 64 at most.
bool read_word(std::string_view text, std::string& into);
// For a message: the beginning, in quotes.
std::string printable(std::string_view text);

template <class T>
bool parse_number(std::string_view text, T& value, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace heddle
