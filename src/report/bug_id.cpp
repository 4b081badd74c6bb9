// The stable id of a bug: what two runs, two schedules and two slightly different versions of a file have in common. It
// hashes the kind, the variable and for each access its function, operation and source text; neither lines nor
// threads nor addresses, and not the order of the accesses.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "report/describe.h"

namespace heddle {
namespace {

// "heap block from a.c:12 + 8" names a line; the text of that line does not move when something is added above it.
std::string without_lines(const std::string& variable, SourceText& source) {
  const std::string prefix = "heap block from ";
  if (variable.rfind(prefix, 0) != 0) return variable;
  std::size_t end = variable.find(" + ", prefix.size());
  if (end == std::string::npos) end = variable.size();
  const std::string place = variable.substr(prefix.size(), end - prefix.size());
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos) return variable;
  const unsigned line = static_cast<unsigned>(std::atoi(place.c_str() + colon + 1));
  return prefix + source.line(place.substr(0, colon), line) + variable.substr(end);
}

std::string part(const std::string& operation, const SourcePosition& position, SourceText& source) {
  return position.function + '\0' + operation + '\0' + source.line(position.file, position.line);
}

}  // namespace

std::string bug_id(const Bug& bug, SourceText& source) {
  std::vector<std::string> parts;
  for (const AccessReport& access : bug.accesses) parts.push_back(part(access.operation, access.position, source));
  for (const WaitReport& wait : bug.cycle)
    parts.push_back(part(without_lines(wait.wants, source), wait.position, source));
  if (parts.empty()) parts.push_back(part(bug.signal, bug.position, source));
  std::sort(parts.begin(), parts.end());

  std::string text = std::string(name_of(bug.kind)) + '\1' + without_lines(bug.variable, source);
  for (const std::string& p : parts) text += '\1' + p;
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

}  // namespace heddle
