// Reads a file of --classes; see classes.h.
#include "model/classes.h"

#include <algorithm>

namespace heddle {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr std::string_view kNobody = "nobody";
constexpr LocationClass kClasses[] = {LocationClass::Unshared, LocationClass::LockProtected,
                                      LocationClass::Communication, LocationClass::Initialised};

void skip_blanks(std::string_view& rest) { rest.remove_prefix(std::min(rest.find_first_not_of(kSpaces), rest.size())); }

std::string_view take_word(std::string_view& rest) {
  skip_blanks(rest);
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\""));
  rest.remove_prefix(word.size());
  return word;
}

// A name in double quotes; false: there is none.
bool take_name(std::string_view& rest, std::string& name) {
  skip_blanks(rest);
  const std::size_t end = rest.starts_with('"') ? rest.find('"', 1) : std::string_view::npos;
  if (end == std::string_view::npos) return false;
  name = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  return true;
}

// "main", "main/2", "main/2/1".
bool is_thread_name(std::string_view name) {
  if (!name.starts_with("main")) return false;
  name.remove_prefix(4);
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/', 1), name.size());
    const std::string_view number = name.substr(1, end - 1);
    if (name[0] != '/' || number.empty() || number[0] == '0') return false;
    if (number.find_first_not_of("0123456789") != std::string_view::npos) return false;
    name.remove_prefix(end);
  }
  return true;
}

std::string parse_initialiser(std::string_view& rest, ClassEntry& entry) {
  if (take_word(rest) != "by") return "expected 'by'";
  if (!take_name(rest, entry.thread)) return "expected a thread in double quotes";
  if (entry.thread == kNobody)
    entry.thread.clear();
  else if (!is_thread_name(entry.thread))
    return "expected a thread as reports name it, like \"main/1\", or \"nobody\"";
  return {};
}

// Empty, or what is wrong with the line.
std::string parse_line(std::string_view rest, ClassEntry& entry) {
  const std::string_view word = take_word(rest);
  const auto* const found =
      std::find_if(std::begin(kClasses), std::end(kClasses), [&](LocationClass c) { return word == name_of(c); });
  if (found == std::end(kClasses)) return "expected 'unshared', 'lock-protected', 'communication' or 'initialised'";
  entry.location_class = *found;
  if (take_word(rest) != "variable") return "expected 'variable'";
  if (!take_name(rest, entry.pattern)) return "expected a name in double quotes";
  if (entry.pattern.empty()) return "an empty name";
  if (entry.location_class == LocationClass::Initialised)
    if (std::string error = parse_initialiser(rest, entry); !error.empty()) return error;
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

std::string to_text(const ClassEntry& entry) {
  std::string text = std::string(name_of(entry.location_class)) + " variable \"" + entry.pattern + '"';
  if (entry.location_class == LocationClass::Initialised)
    text += " by \"" + (entry.thread.empty() ? std::string(kNobody) : entry.thread) + '"';
  return text + " because it was said so";  // the reasons are not kept
}

const char* name_of(LocationClass c) {
  switch (c) {
    case LocationClass::Unshared:
      return "unshared";
    case LocationClass::LockProtected:
      return "lock-protected";
    case LocationClass::Communication:
      return "communication";
    case LocationClass::Initialised:
      return "initialised";
  }
  return "?";
}

}  // namespace heddle
