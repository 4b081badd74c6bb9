// The three demands on every configuration: racy iff the truth is racy; every reported pair is a racing pair of the
// truth; without a race the same failures and the same final states.
//
// A failure inside a segment (an assertion, a use after free, an unlock that nobody can notice otherwise) comes as soon
// as the segment is run: it may hide what else could have happened meanwhile, even from brute force, which runs a new
// thread up to its first access at once. Both have to find such a failure; which one is left open (it is replayed).
#include "findings.h"

#include <fmt/format.h>

#include <cstdio>

namespace heddle::oracle {
namespace {

std::string difference_of_sets(const char* what, const std::set<std::string>& truth,
                               const std::set<std::string>& found) {
  std::string text;
  for (const std::string& s : truth)
    if (!found.contains(s)) text += fmt::format("missed {}: {}\n", what, s);
  for (const std::string& s : found)
    if (!truth.contains(s)) text += fmt::format("invented {}: {}\n", what, s);
  return text;
}

}  // namespace

bool Findings::has_failure(const std::string& kind) const {
  const auto it = failures.lower_bound(kind);
  return it != failures.end() && it->starts_with(kind);
}

std::string difference(const Findings& truth, const Findings& found, bool lenient, bool races_only) {
  if (!found.complaints.empty()) return found.complaints.front();
  if (!found.exhausted) return "not exhausted: " + (found.limits.empty() ? "" : found.limits.front());
  const bool hides = lenient && !truth.failures.empty() && !found.failures.empty();
  if (truth.racy() && !found.racy() && !hides) return "missed every race, such as " + *truth.races.begin();
  for (const std::string& pair : found.races)
    if (!truth.races.contains(pair)) return "invented a race: " + pair;
  if (truth.racy() || hides || races_only) return "";  // a racy program has no meaning beyond that
  return difference_of_sets("failure", truth.failures, found.failures) +
         difference_of_sets("final state", truth.finals, found.finals);
}

void print(const std::string& configuration, const Findings& found) {
  const auto lines = [](const char* title, const auto& texts) {
    for (const std::string& text : texts) std::printf("    %s: %s\n", title, text.c_str());
  };
  std::printf("  %s: %llu executions, %llu transitions%s\n", configuration.c_str(),
              static_cast<unsigned long long>(found.executions), static_cast<unsigned long long>(found.transitions),
              found.exhausted ? "" : ", not exhausted");
  lines("limit", found.limits);
  lines("complaint", found.complaints);
  lines("race", found.races);
  lines("failure", found.failures);
  lines("final", found.finals);
}

}  // namespace heddle::oracle
