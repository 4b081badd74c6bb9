// Formats a Result for people. Sections of a bug, in order: first line, accesses or cycle, the thread table, why, the
// program's output, how to replay; then once for the run: what was covered, and on request the counters.
#include "report/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "machine/failure.h"
#include "report/wire.h"

namespace heddle {
namespace {

std::string position_text(const SourcePosition& p) {
  if (p.line == 0) return p.file;
  return p.column == 0 ? fmt::format("{}:{}", p.file, p.line) : fmt::format("{}:{}:{}", p.file, p.line, p.column);
}


std::string source_of(const Bug& bug, const AccessReport& access) {
  for (const InterleavingRow& row : bug.interleaving)
    if (row.position.file == access.position.file && row.position.line == access.position.line) return row.source;
  return {};
}

std::string frames_text(const char* how, const std::vector<SourcePosition>& frames) {
  std::string out;
  for (const SourcePosition& frame : frames)
    if (frame.line != 0) out += fmt::format("      {} {} at {}\n", how, frame.function, position_text(frame));
  return out;
}

}  // namespace

std::string first_line(const Bug& bug, const TextStyle& style, bool certain) {
  const std::string level =
      certain ? painted("error:", Paint::Error, style) : painted("warning:", Paint::Warning, style);
  return fmt::format("{}: {} {} [{}]\n", painted(position_text(bug.position), Paint::Heading, style), level,
                     printable(bug.message), name_of(bug.kind));
}

std::string access_text(const Bug& bug, const AccessReport& access, const TextStyle& style) {
  const std::string locks =
      access.locks.empty() ? "holding no lock" : fmt::format("holding {}", fmt::join(access.locks, ", "));
  std::string out = fmt::format("  {} by {} in {} at {}, {}\n", painted(access.operation, Paint::Heading, style),
                                access.thread, access.position.function, position_text(access.position), locks);
  if (const std::string source = source_of(bug, access); !source.empty()) out += "      " + printable(source) + "\n";
  if (!access.calls.empty()) out += frames_text("inside", {access.calls.front()});
  if (style.verbose) out += frames_text("called by", access.callers);
  if (!access.created_at.empty()) out += fmt::format("      {} was {}\n", access.thread, access.created_at);
  return out;
}

std::string wait_text(const WaitReport& wait, const TextStyle& style) {
  const std::string holds = wait.holds.empty() ? "holds nothing" : fmt::format("holds {}", fmt::join(wait.holds, ", "));
  return fmt::format("  {} {}, waits for {} at {}\n", painted(wait.thread, Paint::Heading, style), holds, wait.wants,
                     position_text(wait.position));
}

namespace {

std::string indented(const std::string& text, const std::string& margin) {
  std::string out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    out += margin + printable(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return out;
}

std::string why_text(const Bug& bug, const TextStyle& style) {
  std::string out;
  for (const std::string& line : wrapped(printable("why: " + bug.why), style.width > 10 ? style.width - 4 : 60))
    out += "  " + line + "\n";
  return out;
}

constexpr std::size_t kLocksetLines = 40;

// The set after each operation that changed it; of a long story the end.
std::string lockset_text(const Bug& bug) {
  const std::vector<LocksetReport>& history = bug.lockset_history;
  std::string out = fmt::format("  how the lockset of '{}' developed:\n", printable(bug.variable));
  const std::size_t left_out = history.size() > kLocksetLines ? history.size() - kLocksetLines : 0;
  if (left_out > 0) out += fmt::format("    ... {} earlier changes\n", left_out);
  for (std::size_t i = left_out; i < history.size(); ++i) {
    const LocksetReport& step = history[i];
    out += fmt::format("    {{{}}} after {}: {}, {}\n", printable(fmt::format("{}", fmt::join(step.locks, ", "))),
                       step.thread, step.operation.empty() ? "the last operation" : printable(step.operation),
                       position_text(step.position));
  }
  return out;
}

std::string bug_text(const Bug& bug, const TextStyle& style) {
  std::string out = first_line(bug, style);
  if (style.quiet) return out;
  for (const AccessReport& access : bug.accesses) out += access_text(bug, access, style);
  for (const WaitReport& wait : bug.cycle) out += wait_text(wait, style);
  if (bug.cycle.empty() && !bug.blocked.empty()) out += fmt::format("  blocked: {}\n", fmt::join(bug.blocked, ", "));
  if (bug.accesses.empty() && bug.cycle.empty())
    out += fmt::format("  in {}, thread {}\n", bug.position.function, bug.thread);
  if (!bug.interleaving.empty()) out += "\n" + thread_table(bug, style);
  if (!bug.why.empty()) out += "\n" + why_text(bug, style);
  if (!bug.lockset_history.empty()) out += "\n" + lockset_text(bug);
  if (!bug.output.empty()) out += "\n  output of the program in this execution:\n" + indented(bug.output, "    | ");
  if (style.verbose) out += fmt::format("\n  schedule: {}\n", fmt::join(bug.schedule_text, " "));
  if (concerns_accesses(bug.kind) && !style.replaying)
    out += fmt::format("\n  to suppress, add to the --ignore file: {}\n", printable(suggested_entry(bug)));
  if (!bug.replay.empty() && !style.replaying)
    out += fmt::format("\n  replay: {} replay {}\n", style.command, shell_word(bug.replay));
  return out;
}

std::string counted(std::uint64_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string explored(const Result& result) {
  std::string out = counted(result.stats.executions, "complete execution", "complete executions");
  // None where nothing had to be decided: the threads meet in plain accesses only.
  if (result.stats.transitions > 0) out += ", " + counted(result.stats.transitions, "transition", "transitions");
  if (result.stats.blocked > 0) out += fmt::format(", {} cut off as redundant", result.stats.blocked);
  return out;
}

std::string tools(const Result& result) {
  return fmt::format("search {}, detector {}", result.used_search.empty() ? result.search : result.used_search,
                     result.detector);
}

// By a schedule that the counters do not count.
std::string finder(const Result& result) {
  if (result.found_by.empty() || result.found_by == result.used_search) return {};
  return fmt::format("; found by one of {} random schedules ({})", result.sampled, result.found_by);
}

std::string under_model(const Result& result) { return result.weak_atomics ? " under sequential consistency" : ""; }

std::string limits_text(const Result& result) {
  std::string out;
  for (const std::string& limit : result.limits) out += "  " + printable(limit) + "\n";
  return out;
}

// Where the branches come from that a search which was stopped did not get through.
std::string branching_text(const Result& result, const TextStyle& style) {
  std::string out;
  const Branching why{result.branching, result.suggestions};
  for (const std::string& text : {sources_text(why), suggestions_text(why)})
    if (!text.empty())
      for (const std::string& line : wrapped(printable(text), style.width > 10 ? style.width - 4 : 60))
        out += "  " + line + "\n";
  return out;
}

// What the verdict takes for granted, apart from what its first line says.
std::string assuming_text(const Result& result, const TextStyle& style) {
  std::vector<std::string> list = result.assumptions;
  std::erase(list, kSequentialConsistency);
  if (list.empty()) return {};
  std::string out;
  const std::string text = printable(fmt::format("assuming that {}", fmt::join(list, "; ")));
  for (const std::string& line : wrapped(text, style.width > 10 ? style.width - 4 : 60)) out += "  " + line + "\n";
  return out;
}

// "races, deadlocks or crashes"
std::string absent(const std::vector<std::string>& properties) {
  std::string out;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const std::optional<BugKind> kind = bug_kind(properties[i]);
    out += i == 0 ? "" : i + 1 == properties.size() ? " or " : ", ";
    out += kind ? plural_of(*kind) : properties[i];
  }
  return out;
}

std::string coverage_text(const Result& result, const TextStyle& style) {
  switch (result.verdict) {
    case Verdict::Error:
      return {};
    case Verdict::Verified:
      return fmt::format("{}: no {} in any interleaving{}\n{}{}  every interleaving covered: {} ({})\n",
                         painted("verified", Paint::Good, style), absent(result.properties), under_model(result),
                         assuming_text(result, style),
                         result.runs_forever ? "  some executions run forever; every state was covered\n" : "",
                         explored(result), tools(result));
    case Verdict::Inconclusive:
      return fmt::format("{}: nothing found{} in {} ({}), but not everything was covered:\n",
                         painted("inconclusive", Paint::Warning, style), under_model(result), explored(result),
                         tools(result)) +
             limits_text(result) + branching_text(result, style);
    case Verdict::Bug:
      break;
  }
  const std::string bugs = counted(result.bugs.size(), "bug", "distinct bugs");
  const std::string extent = result.complete         ? "every interleaving covered"
                             : result.limits.empty() ? "stopped at the first bug"
                                                     : "not everything was covered";
  return fmt::format("{}{}; {}: {} ({}){}\n", painted(bugs, Paint::Error, style), under_model(result), extent,
                     explored(result), tools(result), finder(result)) +
         limits_text(result);
}

std::string replay_coverage(const Result& result, const TextStyle& style) {
  if (result.verdict == Verdict::Bug) return painted("reproduced", Paint::Error, style) + "\n" + limits_text(result);
  return painted("diverged", Paint::Warning, style) + "\n" + limits_text(result);
}

// Why this search was used, if it is not the one that was asked for by name.
const char* reason_for(const Result& result) {
  const std::string& used = result.used_search;
  if (used == "optimal") return "each class of equivalent interleavings once";
  if (used == "dpor" && result.search == "optimal")
    return "it met an operation that it does not plan for, and began again as dpor";
  if (used == "dpor") return "each class of equivalent interleavings at least once, whatever the operations";
  if (used == "stateful") return "no state twice";
  if (used == "dfs") return "a bound on preemptions goes with no reduction";
  return "";
}

std::string stats_table(const Result& result) {
  const Statistics& s = result.stats;
  std::string out = "statistics\n";
  if (result.search != result.used_search && !result.used_search.empty())
    out += fmt::format("  {:<24}{:>14}  {}: {}\n", "search", result.used_search, result.search, reason_for(result));
  if (!result.choice.empty()) out += fmt::format("  {}\n", result.choice);
  auto row = [&](const char* name, std::uint64_t value) { out += fmt::format("  {:<24}{:>14}\n", name, value); };
  row("complete executions", s.executions);
  row("cut off as redundant", s.blocked);
  row("transitions", s.transitions);
  row("states stored", s.states);
  row("states matched", s.matched);
  if (s.states > 0) {
    row("states explored again", s.reexplored);
    row("bytes a state", s.store_bytes / s.states);
  }
  row("backtracks", s.backtracks);
  row("pruned", s.pruned);
  row("longest execution", s.max_depth);
  if (result.sampled > 0) row("random schedules", result.sampled);
  if (!result.found_by.empty()) out += fmt::format("  {:<24}{:>14}\n", "found by", result.found_by);
  out += fmt::format("  {:<24}{:>14.1f}\n", "milliseconds", s.wall_ms);
  if (s.wall_ms > 0)
    row("transitions a second", static_cast<std::uint64_t>(static_cast<double>(s.transitions) * 1000 / s.wall_ms));
  row("peak memory, KB", s.peak_rss_kb);
  return out;
}

// One line for each call of heddle::check.
std::string tests_text(const Result& result, const TextStyle& style) {
  std::string out;
  for (const TestResult& test : result.tests) {
    const Paint paint = test.verdict == Verdict::Verified ? Paint::Good
                        : test.verdict == Verdict::Bug    ? Paint::Error
                                                          : Paint::Warning;
    out += fmt::format("test {}: {} ({}, {})\n", printable(test.name), painted(name_of(test.verdict), paint, style),
                       counted(test.executions, "complete execution", "complete executions"),
                       counted(test.transitions, "transition", "transitions"));
  }
  return out;
}

std::string list_text(const char* title, const std::vector<std::string>& entries) {
  return entries.empty() ? std::string{}
                         : fmt::format("{}: {}\n", title, printable(fmt::format("{}", fmt::join(entries, ", "))));
}

}  // namespace

std::string to_text(const Result& result, const TextStyle& style) {
  std::string out;
  for (const Bug& bug : result.bugs) out += bug_text(bug, style) + (style.quiet ? "" : "\n");
  if (!style.quiet) out += tests_text(result, style);
  if (!style.quiet || result.bugs.empty())
    out += style.replaying ? replay_coverage(result, style) : coverage_text(result, style);
  if (!style.quiet) {
    for (const std::string& race : result.ignored) out += "  ignored: " + printable(race) + "\n";
    for (const std::string& entry : result.unused_ignores) out += "  not used: " + printable(entry) + "\n";
  }
  if (style.verbose) {
    if (result.verdict != Verdict::Verified) out += list_text("assumptions", result.assumptions);
    out += list_text("calls that are not controlled", result.uncontrolled);
    std::vector<std::string> statuses;
    for (const int status : result.exit_statuses) statuses.push_back(std::to_string(status));
    out += list_text("exit statuses of the program", statuses);
  }
  if (style.stats) out += stats_table(result);
  return out;
}

void TextReporter::report(const Result& result) {
  const std::string text = to_text(result, style_);
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

}  // namespace heddle
