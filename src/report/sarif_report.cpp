// See sarif_report.h.
#include "report/sarif_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

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
  const std::vector<std::string>& held = access.shown_locks.empty() ? access.locks : access.shown_locks;
  if (!held.empty()) text += fmt::format(", holding {}", fmt::join(held, ", "));
  return text;
}

std::string sentence_of(const WaitReport& wait) {
  const std::vector<std::string>& held = wait.shown_holds.empty() ? wait.holds : wait.shown_holds;
  const std::string wants = wait.shown_wants.empty() ? "waits for " + wait.wants : wait.shown_wants;
  if (held.empty()) return fmt::format("{} {}", wait.thread, wants);
  return fmt::format("{} holds {}; {}", wait.thread, fmt::join(held, "; "), wants);
}

std::vector<std::string> kinds_of(const InterleavingRow& step) {
  if (step.important && step.kind == StepKind::Failure) return {"danger"};
  std::vector<std::string> kinds;
  switch (step.kind) {
    case StepKind::Access:
    case StepKind::Atomic:
      kinds = {"memory"};
      break;
    case StepKind::Acquire:
      kinds = {"acquire", "lock"};
      break;
    case StepKind::Release:
      kinds = {"release", "lock"};
      break;
    case StepKind::Create:
      kinds = {"call", "function"};
      break;
    case StepKind::Exit:
      kinds = {"exit", "function"};
      break;
    case StepKind::Block:
      kinds = {"caution"};
      break;
    case StepKind::Join:
    case StepKind::Wait:
    case StepKind::Wake:
    case StepKind::Failure:
    case StepKind::Other:
      break;
  }
  if (step.important) kinds.emplace_back("danger");
  return kinds;
}

std::string message_of(const InterleavingRow& step) {
  return step.switch_reason.empty() ? step.what : fmt::format("{} ({})", step.what, step.switch_reason);
}

// A flow for each thread, in the order of the threads.
std::vector<SarifThread> threads_of(const Bug& bug) {
  std::map<ThreadId, SarifThread> threads;
  std::uint64_t order = 0;
  for (const InterleavingRow& row : bug.interleaving) {
    SarifThread& thread = threads[row.thread];
    if (thread.name.empty())
      thread.name = row.thread.index() < bug.thread_names.size() ? bug.thread_names[row.thread.index()]
                                                                 : fmt::format("thread {}", row.thread.value);
    SarifStep step;
    step.place = place(row.position, message_of(row));
    step.kinds = kinds_of(row);
    step.order = ++order;
    if (row.depth != InterleavingRow::kNever) step.nesting = static_cast<std::size_t>(row.depth);
    step.importance = row.important ? "essential" : row.relevant ? "important" : "unimportant";
    step.variable = row.object;
    step.value = row.value;
    thread.steps.push_back(std::move(step));
  }
  std::vector<SarifThread> list;
  for (auto& [id, thread] : threads) list.push_back(std::move(thread));
  return list;
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
  result.threads = threads_of(bug);
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
