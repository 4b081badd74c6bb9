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

// The variable without fields and subscripts: the two analyses may know different ones.
std::string root_of(const std::string& variable) { return variable.substr(0, variable.find_first_of(".[+")); }

// Does what was found speak against refuting this candidate?
bool concerns(const Bug& found, const Bug& candidate) {
  if (found.kind != candidate.kind) return false;
  return candidate.kind != BugKind::Race || root_of(found.variable) == root_of(candidate.variable);
}

void judge(Candidate& candidate, const Result& result) {
  bool may_refute = result.complete && result.limits.empty();
  for (const Bug& found : result.bugs) {
    if (found.kind == candidate.bug.kind && lines_of(found) == lines_of(candidate.bug)) {
      candidate.status = CandidateStatus::Confirmed;
      candidate.bug.replay = found.replay;
      return;
    }
    may_refute = may_refute && !concerns(found, candidate.bug);
  }
  if (may_refute) candidate.status = CandidateStatus::Refuted;
}

}  // namespace

std::string confirm(AnalysisResult& analysis, const Settings& settings) {
  if (analysis.races.empty() && analysis.deadlocks.empty()) return {};
  Settings search = settings;
  search.output.quiet = true;
  search.check.properties.clear();
  if (!analysis.races.empty()) search.check.properties.push_back(BugKind::Race);
  if (!analysis.deadlocks.empty()) search.check.properties.push_back(BugKind::Deadlock);
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
  if (refuted)
    analysis.assumptions.emplace_back(
        "the program gets the arguments and the input of the run that refuted candidates");
  if (open)
    analysis.verdict = Verdict::Bug;
  else
    analysis.verdict = unknown || !analysis.limits.empty() ? Verdict::Inconclusive : Verdict::Verified;
  return {};
}

}  // namespace heddle::cli
