// See sarif_report.h.
#include "report/sarif_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle {
namespace {

SarifPlace place(const SourcePosition& position, std::string message) {
  return {position.file, position.line, position.column, std::move(message)};
}

bool same_place(const SourcePosition& a, const SourcePosition& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

std::string sentence_of(const AccessReport& access) {
  std::string text = fmt::format("{} by {} in {}", access.operation, access.thread, access.position.function);
  if (!access.locks.empty()) text += fmt::format(", holding {}", fmt::join(access.locks, ", "));
  return text;
}

std::string sentence_of(const WaitReport& wait) {
  if (wait.holds.empty()) return fmt::format("{} waits for {}", wait.thread, wait.wants);
  return fmt::format("{} holds {}, waits for {}", wait.thread, fmt::join(wait.holds, ", "), wait.wants);
}

}  // namespace

SarifResult sarif_of(const Bug& bug) {
  SarifResult result;
  result.rule = name_of(bug.kind);
  result.message = bug.why.empty() ? bug.message : fmt::format("{}: {}", bug.message, bug.why);
  result.place = place(bug.position, {});
  for (const AccessReport& access : bug.accesses) {
    const bool is_the_bug = access.thread == bug.thread && same_place(access.position, bug.position);
    SarifPlace& to = is_the_bug && result.place.message.empty() ? result.place : result.related.emplace_back();
    to = place(access.position, sentence_of(access));
  }
  for (const WaitReport& wait : bug.cycle) result.related.push_back(place(wait.position, sentence_of(wait)));
  result.fingerprint = bug.id;
  return result;
}

void SarifReporter::report(const Result& result) {
  SarifWriter writer(out_);
  for (const Bug& bug : result.bugs) writer.add(sarif_of(bug));
  const bool error = result.verdict == Verdict::Error;
  if (error)
    writer.note({"error", result.message});
  else
    writer.note({result.verdict == Verdict::Inconclusive ? "warning" : "note",
                 fmt::format("verdict: {}", name_of(result.verdict))});
  for (const std::string& limit : result.limits) writer.note({"warning", limit});
  writer.finish(!error);  // the caller looks at the file's error flag
}

}  // namespace heddle
