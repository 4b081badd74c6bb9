// The three demands on every configuration: racy iff the truth is racy; every reported pair is a racing pair of the
// truth; without a race the same failures and the same final states.
//
// A failure inside a segment (an assertion, a use after free, an unlock that nobody can notice otherwise) comes as soon
// as the segment is run, where segments are indivisible: it may hide what else could have happened meanwhile. It is a
// bug all the same, so there only the second half of each demand is left: what is reported is true.
#include "findings.h"

#include <fmt/format.h>

namespace heddle::oracle {
namespace {

// needed ⊆ found ⊆ allowed
std::string difference_of_sets(const char* what, const std::set<std::string>& needed,
                               const std::set<std::string>& found, const std::set<std::string>& allowed) {
  std::string text;
  for (const std::string& s : needed)
    if (!found.contains(s)) text += fmt::format("missed {}: {}\n", what, s);
  for (const std::string& s : found)
    if (!allowed.contains(s)) text += fmt::format("invented {}: {}\n", what, s);
  return text;
}

}  // namespace

bool Findings::has_failure(const std::string& kind) const {
  const auto it = failures.lower_bound(kind);
  return it != failures.end() && it->starts_with(kind);
}

std::string difference(const Findings& truth, const Configuration& configuration, const Findings& found, bool lenient) {
  if (!found.complaints.empty()) return found.complaints.front();
  if (!found.exhausted) return "not exhausted: " + (found.limits.empty() ? "" : found.limits.front());
  const bool may_hide = lenient && configuration.visible == Visibility::Sync && !found.failures.empty();
  if (truth.racy() && !found.racy() && !may_hide) return "missed every race, such as " + *truth.races.begin();
  for (const std::string& pair : found.races)
    if (!truth.races.contains(pair)) return "invented a race: " + pair;
  if (truth.racy()) return "";  // a racy program has no meaning beyond that
  const std::set<std::string> nothing;
  return difference_of_sets("failure", may_hide ? nothing : truth.failures, found.failures, truth.failures) +
         difference_of_sets("final state", may_hide ? nothing : truth.finals, found.finals, truth.finals);
}

}  // namespace heddle::oracle
