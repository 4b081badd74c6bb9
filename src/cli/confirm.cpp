// See confirm.h.
#include "cli/confirm.h"

#include <algorithm>
#include <set>

namespace heddle::cli {
namespace {

using Lines = std::multiset<std::pair<std::string, unsigned>>;

Lines lines_of(const Bug& bug) {
  Lines lines;
  for (const AccessReport& access : bug.accesses) lines.emplace(access.position.file, access.position.line);
  for (const WaitReport& wait : bug.cycle) lines.emplace(wait.position.file, wait.position.line);
  return lines;
}

// "a[3].next" as "a[].next": which element it was is known to one side only.
std::string without_numbers(const std::string& name) {
  std::string result;
  bool inside = false;
  for (const char letter : name) {
    if (letter == ']') inside = false;
    if (!inside) result.push_back(letter);
    if (letter == '[') inside = true;
  }
  return result;
}

// The same memory, as far as names tell. One side may know less of it: the variable without its field or element.
bool same_memory(const std::string& one, const std::string& other) {
  const std::string a = without_numbers(one), b = without_numbers(other);
  if (a == b) return true;
  const auto begins = [](const std::string& longer, const std::string& shorter) {
    return longer.starts_with(shorter) && std::string_view(".[+ ").find(longer[shorter.size()]) != std::string::npos;
  };
  return (a.size() > b.size() && begins(a, b)) || (b.size() > a.size() && begins(b, a));
}

std::multiset<std::string> wanted_by(const Bug& bug) {
  std::multiset<std::string> wanted;
  for (const WaitReport& wait : bug.cycle) wanted.insert(without_numbers(wait.wants));
  return wanted;
}

bool is_same(const Bug& found, const Candidate& candidate) {
  if (found.kind != candidate.bug.kind || lines_of(found) != lines_of(candidate.bug)) return false;
  if (found.kind == BugKind::Deadlock) return wanted_by(found) == wanted_by(candidate.bug);
  return std::ranges::any_of(candidate.memory,
                             [&](const std::string& name) { return same_memory(found.variable, name); });
}

// Some pair of accesses to the variable races: another one may as well.
bool shares_variable(const Bug& found, const Candidate& candidate) {
  const auto root = [](const std::string& name) { return name.substr(0, name.find_first_of(".[+")); };
  return found.kind == BugKind::Race && std::ranges::any_of(candidate.memory, [&](const std::string& name) {
           return root(found.variable) == root(name);
         });
}

bool is_of_benign_races(const std::string& assumption) { return assumption.starts_with("races that the program"); }

// Everything that the program can do with this input was seen. An execution that ends with a bug has no rest that could
// have been looked at; after a race it goes on.
bool saw_everything(const Result& result) {
  return result.complete && result.limits.empty() && result.bounded_loops.empty() && result.ignored.empty() &&
         std::ranges::none_of(result.assumptions, is_of_benign_races) &&
         std::ranges::all_of(result.bugs, [](const Bug& bug) { return bug.kind == BugKind::Race; });
}

void judge(Candidate& candidate, const Result& result) {
  for (const Bug& found : result.bugs)
    if (is_same(found, candidate)) {
      candidate.status = CandidateStatus::Confirmed;
      if (found.kind == BugKind::Race && !same_memory(found.variable, candidate.bug.variable)) {
        candidate.bug.variable = found.variable;  // of all that the accesses may have in common
        candidate.bug.message = "possible data race on '" + found.variable + "'";
      }
      candidate.bug.replay = found.replay;
      return;
    }
  const bool raced = candidate.bug.kind == BugKind::Race && std::ranges::any_of(result.bugs, [&](const Bug& found) {
                       return shares_variable(found, candidate);
                     });
  if (saw_everything(result) && !raced) candidate.status = CandidateStatus::Refuted;
}

}  // namespace

std::string confirm(AnalysisResult& analysis, const Settings& settings) {
  if (analysis.races.empty() && analysis.deadlocks.empty()) return {};
  Settings search = settings;
  search.output.quiet = true;
  search.check.properties = CheckOptions{}.properties;  // what ends an execution early has to be known
  search.check.keep_going = true;
  search.check.exit_statuses.clear();  // any
  search.check.bounds.seconds = settings.check.bounds.seconds.value_or(60);
  SearchRun run = search_program(search);
  if (!run.error.empty()) return run.error;
  bool open = false, unknown = false, refuted = false;
  for (std::vector<Candidate>* list : {&analysis.races, &analysis.deadlocks})
    for (Candidate& candidate : *list) {
      judge(candidate, run.result);
      open |= candidate.status == CandidateStatus::Certified || candidate.status == CandidateStatus::Confirmed;
      unknown |= candidate.status == CandidateStatus::Unknown;
      refuted |= candidate.status == CandidateStatus::Refuted;
    }
  if (refuted) {
    analysis.assumptions.emplace_back(
        "the program gets the arguments and the input of the run that refuted candidates");
    for (const std::string& assumption : run.result.assumptions) analysis.assumptions.push_back(assumption);
  }
  if (open)
    analysis.verdict = Verdict::Bug;
  else
    analysis.verdict = unknown || !analysis.limits.empty() ? Verdict::Inconclusive : Verdict::Verified;
  return {};
}

}  // namespace heddle::cli
