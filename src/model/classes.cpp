// Reads a file of --classes; see classes.h.
#include "model/classes.h"

#include <algorithm>

namespace heddle {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr LocationClass kClasses[] = {LocationClass::Unshared, LocationClass::LockProtected,
                                      LocationClass::Communication};

void skip_blanks(std::string_view& rest) { rest.remove_prefix(std::min(rest.find_first_not_of(kSpaces), rest.size())); }

std::string_view take_word(std::string_view& rest) {
  skip_blanks(rest);
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\""));
  rest.remove_prefix(word.size());
  return word;
}

// Empty, or what is wrong with the line.
std::string parse_line(std::string_view rest, ClassEntry& entry) {
  const std::string_view word = take_word(rest);
  const auto* const found =
      std::find_if(std::begin(kClasses), std::end(kClasses), [&](LocationClass c) { return word == name_of(c); });
  if (found == std::end(kClasses)) return "expected 'unshared', 'lock-protected' or 'communication'";
  entry.location_class = *found;
  if (take_word(rest) != "variable") return "expected 'variable'";
  skip_blanks(rest);
  const std::size_t end = rest.starts_with('"') ? rest.find('"', 1) : std::string_view::npos;
  if (end == std::string_view::npos) return "expected a name in double quotes";
  entry.pattern = rest.substr(1, end - 1);
  if (entry.pattern.empty()) return "an empty name";
  rest.remove_prefix(end + 1);
  if (take_word(rest) != "because" || rest.find_first_not_of(kSpaces) == std::string_view::npos)
    return "a reason is required: because ...";
  return {};
}

}  // namespace

ClassReading parse_classes(std::string_view text) {
  ClassReading reading;
  while (!text.empty()) {
    ++reading.line;
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    skip_blanks(line);
    if (line.empty() || line.front() == '#') continue;
    ClassEntry entry;
    entry.line = reading.line;
    reading.error = parse_line(line, entry);
    if (!reading.error.empty()) return reading;
    reading.entries.push_back(std::move(entry));
  }
  return reading;
}

const char* name_of(LocationClass c) {
  switch (c) {
    case LocationClass::Unshared:
      return "unshared";
    case LocationClass::LockProtected:
      return "lock-protected";
    case LocationClass::Communication:
      return "communication";
  }
  return "?";
}

}  // namespace heddle
