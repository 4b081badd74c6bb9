// See page_report.h. The sentences of a verdict are those of the text report; the tables are the page's own.
#include "report/page_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "report/advice.h"
#include "report/analysis_report.h"

namespace heddle {
namespace {

TextStyle plain_style(TextStyle style) {
  style.color = style.quiet = style.stats = false;
  style.width = 100;
  return style;
}

// The lines of a text without their margins, and without the verdict's word, which the page shows by itself.
std::vector<std::string> sentences_of(const std::string& text, Verdict verdict) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    begin = end + 1;
    const std::string word = std::string(name_of(verdict)) + ": ";
    if (lines.empty() && line.starts_with(word)) line.erase(0, word.size());
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

void add_lines(Page& page, std::string title, const std::vector<std::string>& lines, std::string tone = {}) {
  if (lines.empty()) return;
  PageSection section{std::move(title), std::move(tone)};
  section.lines = lines;
  page.sections.push_back(std::move(section));
}

void add_table(Page& page, std::string title, std::vector<std::string> head,
               std::vector<std::vector<std::string>> rows) {
  if (rows.empty()) return;
  PageSection section{std::move(title)};
  section.head = std::move(head);
  section.rows = std::move(rows);
  page.sections.push_back(std::move(section));
}

std::string amount(std::uint64_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string search_of(const Result& result) { return result.used_search.empty() ? result.search : result.used_search; }

// ---- a check ----

std::vector<std::string> summary_of(const Result& result, const TextStyle& style) {
  if (result.verdict == Verdict::Error) return sentences_of(result.message, Verdict::Error);
  if (result.verdict == Verdict::Bug)
    return {fmt::format("{} found", amount(result.bugs.size(), "bug", "distinct bugs")),
            result.complete ? "every interleaving covered" : "not everything was covered: the search may find more"};
  TextStyle one_line_each = style;
  one_line_each.quiet = one_line_each.verbose = one_line_each.stats = false;
  one_line_each.width = 1000000;
  Result verdict_alone = result;  // test cases have a section
  verdict_alone.tests.clear();
  std::vector<std::string> lines = sentences_of(to_text(verdict_alone, one_line_each), result.verdict);
  if (result.verdict == Verdict::Inconclusive) {  // the rest: sections
    lines.resize(std::min<std::size_t>(lines.size(), 1));
    if (!lines.empty() && lines[0].ends_with(':')) lines[0].pop_back();
  }
  return lines;
}

void add_exploration(Page& page, const Result& result) {
  const Statistics& s = result.stats;
  std::vector<std::vector<std::string>> rows;
  const auto row = [&](const char* name, std::uint64_t value, bool always = true) {
    if (always || value > 0) rows.push_back({name, fmt::format("{}", value)});
  };
  row("complete executions", s.executions);
  row("cut off as redundant", s.blocked);
  row("transitions", s.transitions);
  row("backtracks", s.backtracks);
  row("pruned", s.pruned, false);
  row("states stored", s.states, false);
  row("states matched", s.matched, false);
  row("states explored again", s.reexplored, false);
  row("longest execution", s.max_depth);
  row("random schedules tried beside it", result.sampled, false);
  rows.push_back({"milliseconds", fmt::format("{:.1f}", s.wall_ms)});
  row("peak memory, KB", s.peak_rss_kb);
  add_table(page, "What was explored", {}, std::move(rows));
}

void add_method(Page& page, const Result& result) {
  std::vector<std::vector<std::string>> rows;
  rows.push_back({"search", result.search == result.used_search || result.used_search.empty()
                                ? result.search
                                : fmt::format("{} (asked for: {})", result.used_search, result.search)});
  if (!result.choice.empty()) rows.push_back({"chosen because", result.choice});
  if (!result.found_by.empty()) rows.push_back({"first bug found by", result.found_by});
  rows.push_back({"race detector", result.detector});
  rows.push_back(
      {"memory model", "interleavings are sequentially consistent; happens-before follows the memory orders of C++"});
  if (!result.exit_statuses.empty())
    rows.push_back({"exit statuses seen", fmt::format("{}", fmt::join(result.exit_statuses, ", "))});
  add_table(page, "How", {}, std::move(rows));
}

void add_details(Page& page, const Result& result) {
  std::vector<std::vector<std::string>> loops, branches, tests;
  for (const TestResult& test : result.tests)
    tests.push_back({test.name, name_of(test.verdict), test.complete ? "complete" : "not complete",
                     fmt::format("{}", test.executions), fmt::format("{}", test.transitions)});
  add_table(page, "Tests", {"test", "verdict", "", "executions", "transitions"}, std::move(tests));
  for (const BranchSource& source : result.branching)
    branches.push_back({source.operation,
                        source.line == 0 ? source.file : fmt::format("{}:{}", source.file, source.line),
                        fmt::format("{} %", source.share)});
  add_table(page, "Where the branches come from", {"operation", "place", "share"}, std::move(branches));
  for (const BoundedLoop& loop : result.bounded_loops)
    loops.push_back({loop.thread, fmt::format("{}:{}", loop.file, loop.line), fmt::format("{}", loop.rounds)});
  add_table(page, "Loops that were followed only so far", {"thread", "place", "rounds"}, std::move(loops));
  add_lines(page, "Uncontrolled calls", result.uncontrolled);
  add_lines(page, "Ignored races", result.ignored);
  add_lines(page, "Entries of --ignore that were not used", result.unused_ignores);
}

}  // namespace

Page page_of(const Result& result, const std::string& title, const TextStyle& given) {
  const TextStyle style = plain_style(given);
  Page page;
  page.verdict = result.verdict;
  page.title = title;
  page.text = result.verdict == Verdict::Error ? result.message : to_text(result, style);
  page.summary = summary_of(result, style);
  for (const Bug& bug : result.bugs) {
    PageFinding finding{bug};
    if (!bug.replay.empty()) finding.replay = fmt::format("{} replay {}", style.command, shell_word(bug.replay));
    page.findings.push_back(std::move(finding));
  }
  if (result.verdict == Verdict::Error) return page;
  page.headline = fmt::format("{}, search {}, detector {}",
                              amount(result.stats.executions, "complete execution", "complete executions"),
                              search_of(result), result.detector);
  const bool open = result.verdict == Verdict::Inconclusive;
  add_lines(page, open ? "Why it is inconclusive" : "Limits", result.limits, "warn");
  std::vector<std::string> next = result.suggestions;
  for (std::string& text : advice(result)) next.push_back(std::move(text));
  add_lines(page, "What to do next", next);
  PageSection properties{result.verdict == Verdict::Verified ? "None of these can happen" : "What was looked for"};
  properties.good = result.verdict == Verdict::Verified;
  for (const std::string& name : result.properties) {
    const std::optional<BugKind> kind = bug_kind(name);
    properties.chips.emplace_back(kind ? plural_of(*kind) : name);
  }
  page.sections.push_back(std::move(properties));
  add_lines(page, "Assumptions", result.assumptions);
  add_exploration(page, result);
  add_method(page, result);
  add_details(page, result);
  return page;
}

// ---- an analysis ----

namespace {

void add_candidates(Page& page, const std::vector<Candidate>& list) {
  for (const Candidate& candidate : list) {
    PageFinding finding{candidate.bug};
    finding.certain = candidate.status == CandidateStatus::Certified || candidate.status == CandidateStatus::Confirmed;
    finding.status = name_of(candidate.status);
    if (finding.bug.why.empty()) finding.bug.why = candidate.why;
    page.findings.push_back(std::move(finding));
  }
}

std::vector<std::vector<std::string>> table_of_schedule(const std::vector<ScheduleEntry>& schedule) {
  std::vector<std::vector<std::string>> rows;
  for (const ScheduleEntry& entry : schedule)
    rows.push_back({entry.thread, entry.operation, fmt::format("{}:{}", entry.position.file, entry.position.line)});
  return rows;
}

}  // namespace

Page page_of(const AnalysisResult& result, const std::string& title, const TextStyle& given) {
  const TextStyle style = plain_style(given);
  Page page;
  page.verdict = result.verdict;
  page.title = title;
  page.text = result.verdict == Verdict::Error ? result.message : to_text(result, style);
  if (result.verdict == Verdict::Error) {
    page.summary = sentences_of(result.message, Verdict::Error);
    return page;
  }
  for (const bool certain : {true, false})  // in the order of the text
    for (const std::vector<Candidate>* list : {&result.races, &result.deadlocks}) {
      std::vector<Candidate> chosen;
      std::copy_if(list->begin(), list->end(), std::back_inserter(chosen), [&](const Candidate& c) {
        return certain == (c.status == CandidateStatus::Certified || c.status == CandidateStatus::Confirmed);
      });
      add_candidates(page, chosen);
    }
  page.headline = fmt::format("static analysis of locks: {}, {}", amount(result.stats.threads, "thread", "threads"),
                              amount(result.stats.locks, "lock", "locks"));
  AnalysisResult without = result;  // the sentences at the end of the text
  without.races.clear();
  without.deadlocks.clear();
  without.warnings.clear();
  TextStyle one_line_each = style;
  one_line_each.width = 1000000;
  if (result.verdict == Verdict::Bug ||
      (result.verdict == Verdict::Inconclusive && !result.reach.asked && !result.ltl.asked))
    page.summary = {fmt::format("{}, {}", amount(result.races.size(), "candidate race", "candidate races"),
                                amount(result.deadlocks.size(), "candidate deadlock", "candidate deadlocks"))};
  else
    page.summary = sentences_of(to_text(without, one_line_each), result.verdict);
  add_table(page, "Schedule", {"thread", "operation", "place"}, table_of_schedule(result.reach.schedule));
  add_table(page, "A computation that violates it", {"thread", "operation", "place"},
            table_of_schedule(result.ltl.stem));
  add_table(page, "... and then forever", {"thread", "operation", "place"}, table_of_schedule(result.ltl.loop));
  if (!result.proven.empty()) {
    PageSection proven{"Proven absent"};
    proven.good = true;
    for (const std::string& name : result.proven)
      proven.chips.push_back(name == "race" ? "data races" : "deadlocks of locks");
    page.sections.push_back(std::move(proven));
  }
  add_lines(page, "What keeps it from being a proof", result.limits, "warn");
  add_lines(page, "Assumptions", result.assumptions);
  std::vector<std::vector<std::string>> warnings;
  for (const LockWarning& warning : result.warnings)
    warnings.push_back({fmt::format("{}:{}", warning.position.file, warning.position.line), warning.text});
  add_table(page, "Notes", {"place", ""}, std::move(warnings));
  const AnalysisStatistics& s = result.stats;
  add_table(page, "What was analysed", {},
            {{"functions", fmt::format("{}", s.functions)},
             {"threads", fmt::format("{}", s.threads)},
             {"locks", fmt::format("{}", s.locks)},
             {"accesses", fmt::format("{}", s.accesses)},
             {"accesses to shared memory", fmt::format("{}", s.shared_accesses)},
             {"objects", fmt::format("{}", s.objects)},
             {"milliseconds", fmt::format("{:.1f}", s.wall_ms)},
             {"peak memory, KB", fmt::format("{}", s.peak_rss_kb)}});
  return page;
}

}  // namespace heddle
