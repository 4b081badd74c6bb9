// See trace_page.h. A long trace is read again rather than kept: a window of its last events goes along, and becomes
// the interleaving of each race whose second access is reached. The first access may lie before the window; it is known
// from the finding.
#include "report/trace_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "report/trace_report.h"

namespace heddle {
namespace {

constexpr std::size_t kMostRaces = 100;
constexpr std::size_t kWindow = 400;  // events before a race

struct TraceEvent {
  std::uint64_t line = 0;
  std::string thread, object, location;
  trace::Action action{};
};

StepKind kind_of(trace::Action action) {
  using trace::Action;
  switch (action) {
    case Action::Read:
    case Action::Write:
      return StepKind::Access;
    case Action::Load:
    case Action::Store:
    case Action::ReadModifyWrite:
    case Action::CompareExchange:
    case Action::CompareExchangeFailed:
    case Action::AtomicRead:
    case Action::AtomicWrite:
      return StepKind::Atomic;
    case Action::Acquire:
    case Action::ReadAcquire:
      return StepKind::Acquire;
    case Action::Release:
    case Action::ReadRelease:
      return StepKind::Release;
    case Action::Fork:
      return StepKind::Create;
    case Action::Join:
      return StepKind::Join;
    case Action::End:
      return StepKind::Exit;
    case Action::Wait:
    case Action::Receive:
    case Action::Leave:
      return StepKind::Wait;
    case Action::Post:
    case Action::Send:
    case Action::Arrive:
      return StepKind::Wake;
    default:
      return StepKind::Other;
  }
}

std::string words_of(trace::Action action, const std::string& object) {
  const char* const word = action == trace::Action::Read ? "read" : action == trace::Action::Write ? "write" : nullptr;
  if (word != nullptr) return fmt::format("{} {}", word, trace::printable(object));
  return fmt::format("{} {}", trace::word_of(action), trace::printable(object));
}

SourcePosition position_of_event(std::string_view location, const std::string& file, std::uint64_t line) {
  const SarifPlace place = place_in_trace(location, file, line);
  return {place.file, static_cast<unsigned>(place.line), static_cast<unsigned>(place.column), {}, false};
}

ThreadId thread_in(std::vector<std::string>& names, const std::string& name) {
  const auto it = std::find(names.begin(), names.end(), name);
  const auto index = static_cast<std::uint16_t>(it - names.begin());
  if (it == names.end()) names.push_back(name);
  return ThreadId(index);
}

}  // namespace

void TracePage::found(const trace::Finding& f, const std::string& file, bool discipline) {
  if (entries_.size() == kMostRaces) {
    ++left_out_;
    return;
  }
  Entry& entry = entries_.emplace_back();
  entry.first = f.first.line;
  entry.second = f.second.line;
  entry.variable = f.variable;
  entry.threads[0] = f.first.thread;
  entry.threads[1] = f.second.thread;
  Bug& bug = entry.shown.bug;
  bug.kind = discipline ? BugKind::Discipline : BugKind::Race;
  bug.variable = trace::printable(f.variable);
  bug.message = fmt::format("{} '{}'", discipline ? "locking discipline violated on" : "data race on", bug.variable);
  bug.thread = trace::printable(f.second.thread);
  bug.position = position_of_event(f.second.location, file, f.second.line);
  for (const trace::Side* side : {&f.first, &f.second}) {
    AccessReport access;
    access.thread = trace::printable(side->thread);
    access.operation = fmt::format("{} (line {} of the trace)", trace::word_of(side->action), side->line);
    access.position = position_of_event(side->location, file, side->line);
    bug.accesses.push_back(std::move(access));
  }
}

void TracePage::add_events(trace::LineReader& reader, const std::string& file) {
  std::deque<TraceEvent> window;
  std::size_t next = 0;
  std::string_view text;
  while (next < entries_.size() && reader.next(text)) {
    trace::Line line;
    trace::Mistake mistake;
    if (trace::is_blank(text) || !trace::parse_line(text, line, mistake)) continue;
    window.push_back({reader.number(), std::string(line.thread), std::string(line.operand.name),
                      std::string(line.location), line.action});
    if (window.size() > kWindow) window.pop_front();
    for (; next < entries_.size() && entries_[next].second <= reader.number(); ++next) {
      Entry& entry = entries_[next];
      Bug& bug = entry.shown.bug;
      for (const TraceEvent& event : window) {
        InterleavingRow row;
        row.thread = thread_in(bug.thread_names, trace::printable(event.thread));
        row.what = words_of(event.action, event.object);
        row.position = position_of_event(event.location, file, event.line);
        row.kind = kind_of(event.action);
        row.object = trace::printable(event.object);
        const bool access = row.kind == StepKind::Access;
        const bool involved = event.thread == entry.threads[0] || event.thread == entry.threads[1];
        row.relevant = access ? event.object == entry.variable : involved;
        row.important = event.line == entry.first || event.line == entry.second;
        bug.interleaving.push_back(std::move(row));
      }
    }
  }
}

std::vector<PageFinding> TracePage::findings() const {
  std::vector<PageFinding> list;
  for (const Entry& entry : entries_) list.push_back(entry.shown);
  return list;
}

void write_trace_page(std::FILE* out, const TraceReport& report, TraceSinks& sinks, trace::LineReader& reader) {
  sinks.page.add_events(reader, report.file);
  const trace::Outcome& o = report.main().outcome;
  Page page;
  page.verdict = report.verdict;
  page.title = report.file;
  page.findings = sinks.page.findings();
  page.headline = fmt::format("{} events, {} threads, detector {}", o.events, o.threads, report.detector);
  page.summary = {fmt::format("{} {} in this trace", o.races, o.races == 1 ? "race" : "races")};
  if (report.verdict == Verdict::Verified) page.summary = {"no race in this trace"};
  if (sinks.page.left_out() > 0)
    page.summary.push_back(fmt::format("the first {} are shown; --json lists all", page.findings.size()));
  if (!report.limits.empty()) page.sections.push_back({"Limits", "warn", report.limits});
  if (!report.assumptions.empty()) page.sections.push_back({"Assumptions", "", report.assumptions});
  PageSection counts{"What was analysed"};
  for (const auto& [name, value] :
       {std::pair{"events", o.events}, std::pair{"threads", std::uint64_t{o.threads}},
        std::pair{"variables", std::uint64_t{o.variables}}, std::pair{"objects", std::uint64_t{o.objects}},
        std::pair{"races", o.races}, std::pair{"peak memory, KB", report.peak_rss_kb}})
    counts.rows.push_back({name, fmt::format("{}", value)});
  page.sections.push_back(std::move(counts));
  write_page(out, page);
}

}  // namespace heddle
