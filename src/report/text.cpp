// Formats a Result for people. Sections of a bug, in order: first line, accesses or cycle, the thread table, why, the
// program's output, how to replay; then once for the run: what was covered, and on request the counters.
#include "report/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "machine/failure.h"
#include "report/advice.h"
#include "report/describe.h"
#include "report/wire.h"
#include "search/search.h"

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
    if (frame.line != 0)
      out += fmt::format("      {} {} at {}\n", how, function_text(frame.function), position_text(frame));
  return out;
}

// The user's part of a call stack, without the library between (which -v has); it ends where a test framework or what
// starts a thread begins. `of`: the place that it leads to.
std::string callers_text(const std::vector<SourcePosition>& callers, const SourcePosition& of, const TextStyle& style) {
  constexpr std::size_t kMostFrames = 6;
  std::vector<SourcePosition> frames;
  for (const SourcePosition& frame : callers) {
    if (!style.verbose && is_framework(frame)) break;
    if (!style.verbose && (frame.system || frame.line == 0)) continue;
    frames.push_back(frame);
  }
  if (!of.system)
    while (!frames.empty() && (frames.back().system || is_framework(frames.back()))) frames.pop_back();
  if (style.verbose || frames.size() <= kMostFrames) return frames_text("called by", frames);
  const std::size_t left_out = frames.size() - kMostFrames;
  frames.resize(kMostFrames);
  return frames_text("called by", frames) +
         fmt::format("      ... {} more frame{}\n", left_out, left_out == 1 ? "" : "s");
}

}  // namespace

std::string first_line(const Bug& bug, const TextStyle& style, bool certain) {
  const std::string level =
      certain ? painted("error:", Paint::Error, style) : painted("warning:", Paint::Warning, style);
  return fmt::format("{}: {} {} [{}]\n", painted(position_text(bug.position), Paint::Heading, style), level,
                     printable(bug.message), name_of(bug.kind));
}

std::string access_text(const Bug& bug, const AccessReport& access, const TextStyle& style) {
  const std::vector<std::string>& held = access.shown_locks.empty() ? access.locks : access.shown_locks;
  const std::string locks = held.empty() ? "holding no lock" : fmt::format("holding {}", fmt::join(held, ", "));
  std::string out =
      fmt::format("  {} by {} in {} at {}, {}\n", painted(access.operation, Paint::Heading, style), access.thread,
                  function_text(access.position.function), position_text(access.position), locks);
  if (const std::string source = source_of(bug, access); !source.empty()) out += "      " + printable(source) + "\n";
  if (style.verbose) out += frames_text("inside", access.calls);
  out += callers_text(access.callers, access.position, style);
  if (!access.created_at.empty()) out += fmt::format("      {} was {}\n", access.thread, access.created_at);
  return out;
}

std::string wait_text(const WaitReport& wait, const TextStyle& style) {
  const std::vector<std::string>& held = wait.shown_holds.empty() ? wait.holds : wait.shown_holds;
  const std::string wants = wait.shown_wants.empty() ? "waits for " + wait.wants : wait.shown_wants;
  const std::string function =
      wait.position.function.empty() ? "" : fmt::format(" in {}", function_text(wait.position.function));
  std::string out = fmt::format("  {} {}{} at {}\n", painted(wait.thread, Paint::Heading, style), wants, function,
                                position_text(wait.position));
  out += callers_text(wait.callers, wait.position, style);
  for (const std::string& lock : held) out += fmt::format("      holds {}\n", lock);
  return out;
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

// Steps of one thread in a row together.
std::string schedule_line(const Bug& bug, const TextStyle& style) {
  constexpr std::size_t kInRow = 3;
  const std::vector<std::string>& steps = bug.schedule_text;
  std::string text = "schedule:";
  for (std::size_t i = 0, next = 0; i < steps.size(); i = next) {
    while (next < steps.size() && steps[next] == steps[i]) ++next;
    if (next - i > kInRow)
      text += fmt::format(" {} ({} times)", steps[i], next - i);
    else
      for (std::size_t k = i; k < next; ++k) text += " " + steps[k];
  }
  std::string out;
  for (const std::string& line : wrapped(text, style.width > 10 ? style.width - 4 : 60)) out += "  " + line + "\n";
  return out;
}

// Where the page about this kind of bug is (docs/guide/bugs).
std::string help_line(const Bug& bug, const TextStyle& style) {
  return fmt::format("\n  help: {} help {}\n", style.command, name_of(bug.kind));
}

std::string bug_text(const Bug& bug, const TextStyle& style) {
  std::string out = first_line(bug, style);
  if (style.quiet) return out;
  for (const AccessReport& access : bug.accesses) out += access_text(bug, access, style);
  for (const WaitReport& wait : bug.cycle) out += wait_text(wait, style);
  for (const WaitReport& wait : bug.waits) out += wait_text(wait, style);
  if (bug.cycle.empty() && bug.waits.empty() && !bug.blocked.empty())
    out += fmt::format("  blocked: {}\n", fmt::join(bug.blocked, ", "));
  if (bug.accesses.empty() && bug.cycle.empty() && bug.waits.empty())
    out += fmt::format("  in {}, thread {}\n", function_text(bug.position.function), bug.thread) +
           callers_text(bug.callers, bug.position, style);
  if (!bug.interleaving.empty()) out += "\n" + thread_table(bug, style);
  if (!bug.why.empty()) out += "\n" + why_text(bug, style);
  if (!bug.lockset_history.empty()) out += "\n" + lockset_text(bug);
  if (!bug.output.empty()) out += "\n  output of the program in this execution:\n" + indented(bug.output, "    | ");
  if (style.verbose) out += "\n" + schedule_line(bug, style);
  if (concerns_accesses(bug.kind) && !style.replaying)
    out += fmt::format("\n  to suppress, add to the --ignore file: {}\n", printable(suggested_entry(bug)));
  out += help_line(bug, style);
  if (!bug.replay.empty() && !style.replaying)
    out += fmt::format("  replay: {} replay {}\n", style.command, shell_word(bug.replay));
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
  for (const std::string& text : advice(result)) {
    std::string mark = "  next: ";
    for (const std::string& line : wrapped(printable(text), style.width > 20 ? style.width - 8 : 60)) {
      out += mark + line + "\n";
      mark = "        ";
    }
  }
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
      return fmt::format(
          "{}: no {} in any interleaving{}\n{}{}{}  {} covered: {} ({})\n", painted("verified", Paint::Good, style),
          absent(result.properties), under_model(result), assuming_text(result, style),
          result.runs_forever ? "  some executions run forever; every state was covered\n" : "",
          search_kind(result.used_search).races_only ? "  races only: this search covers no other property\n" : "",
          search_kind(result.used_search).races_only ? "every race" : "every interleaving", explored(result),
          tools(result));
    case Verdict::Inconclusive:
      if (result.complete)
        return fmt::format("{}: no new bug{}, every interleaving covered: {} ({})\n",
                           painted("inconclusive", Paint::Warning, style), under_model(result), explored(result),
                           tools(result)) +
               limits_text(result);
      return fmt::format("{}: {} found{} in {} ({}), but not everything was covered:\n",
                         painted("inconclusive", Paint::Warning, style),
                         result.known_bugs.empty() ? "nothing" : "nothing new", under_model(result), explored(result),
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
std::string reason_for(const Result& result) {
  const std::string_view began_again = search_kind(result.search).began_again;
  if (!began_again.empty()) return fmt::format("{} as {}", began_again, result.used_search);
  return std::string(search_kind(result.used_search).chosen);
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
  if (s.checks > 0) {
    row("race-free checks", s.checks);
    row("that held", s.checks_held);
  }
  row("longest execution", s.max_depth);
  if (result.sampled > 0) row("random schedules", result.sampled);
  if (!result.found_by.empty()) out += fmt::format("  {:<24}{:>14}\n", "found by", result.found_by);
  out += fmt::format("  {:<24}{:>14.1f}\n", "milliseconds", s.wall_ms);
  if (s.wall_ms > 0)
    row("transitions a second", static_cast<std::uint64_t>(static_cast<double>(s.transitions) * 1000 / s.wall_ms));
  row("peak memory, KB", s.peak_rss_kb);
  if (!result.branching.empty()) out += "where it branched\n";
  for (const BranchSource& source : result.branching)
    out += fmt::format("  {:<24}{:>12} %  {}\n", printable(fmt::format("{}:{}", source.file, source.line)),
                       source.share, printable(source.operation));
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

// What --baseline left out.
std::string baseline_text(const Result& result) {
  std::string out;
  for (const Bug& bug : result.known_bugs)
    out +=
        fmt::format("  known: {}: {} [{}]\n", position_text(bug.position), printable(bug.message), name_of(bug.kind));
  if (!result.unmet_bugs.empty())
    out += fmt::format("  {} of '{}' did not come up\n", counted(result.unmet_bugs.size(), "bug", "bugs"),
                       printable(result.baseline_file));
  return out;
}

std::string list_text(const char* title, const std::vector<std::string>& entries) {
  return entries.empty() ? std::string{}
                         : fmt::format("{}: {}\n", title, printable(fmt::format("{}", fmt::join(entries, ", "))));
}

// The first line; what an inconclusive verdict lacks belongs to it.
std::string in_one_line(const std::string& text, const Result& result) {
  std::string line = text.substr(0, text.find('\n'));
  if (result.verdict == Verdict::Inconclusive && line.ends_with(":") && !result.limits.empty())
    line += " " + printable(result.limits.front());
  return line.empty() ? line : line + "\n";
}

// Lines that are too long go on in others, indented.
std::string in_width(const std::string& text, const TextStyle& style) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    const std::string margin(std::min(line.find_first_not_of(' '), line.size()), ' ');
    if (display_columns(line) <= style.width || style.width < 40) {
      out += line + "\n";
      continue;
    }
    const char* more = "";
    for (const std::string& part : wrapped(line.substr(margin.size()), style.width - margin.size() - 4)) {
      out += margin + more + part + "\n";
      more = "    ";
    }
  }
  return out;
}

}  // namespace

std::string to_text(const Result& result, const TextStyle& style) {
  std::string out;
  for (const Bug& bug : result.bugs) out += bug_text(bug, style) + (style.quiet ? "" : "\n");
  if (!style.quiet) out += tests_text(result, style);
  if (!style.quiet || result.bugs.empty()) {
    const std::string text = style.replaying ? replay_coverage(result, style) : coverage_text(result, style);
    out += style.quiet ? in_one_line(text, result) : in_width(text, style);
  }
  if (!style.quiet) {
    for (const std::string& race : result.ignored) out += "  ignored: " + printable(race) + "\n";
    for (const std::string& entry : result.unused_ignores) out += "  not used: " + printable(entry) + "\n";
    out += baseline_text(result);
  }
  if (style.verbose) {
    if (result.verdict != Verdict::Verified) out += list_text("assumptions", result.assumptions);
    out += list_text("uncontrolled calls", result.uncontrolled);
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
