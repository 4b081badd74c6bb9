// The JSON contract (every key, for every verdict and kind of bug) and the expectation of one program, checked on one
// report: keys first, since nothing else can be looked at without them; then verdict, bugs, counts.
#include "contract.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace heddle::program_tests {
namespace {

using nlohmann::json;

const std::vector<std::string> kReportKeys = {
    "heddle",   "verdict", "complete", "properties",   "memory_model", "search",        "used_search",
    "detector", "bugs",    "limits",   "uncontrolled", "assumptions",  "exit_statuses", "stats"};
const std::vector<std::string> kStatisticsKeys = {"executions", "blocked", "transitions", "states",  "matched",
                                                  "backtracks", "pruned",  "max_depth",   "found_by", "wall_ms", "peak_rss_kb"};
const std::vector<std::string> kBugKeys = {"kind",   "message",  "id",       "thread", "file",  "line",
                                           "column", "function", "schedule", "output", "replay"};
const std::vector<std::string> kAccessKeys = {"thread", "op", "file", "line", "column", "function", "locks", "calls"};
const std::vector<std::string> kCycleKeys = {"thread", "holds", "wants", "file", "line"};

class Checker {
 public:
  Checker(const Expectation& expectation, const json& report) : e_(expectation), report_(report) {}

  void need(bool condition, std::string complaint) {
    if (!condition) found_.push_back(std::move(complaint));
  }

  bool keys(const json& object, const std::vector<std::string>& names, const std::string& where) {
    if (!object.is_object()) {
      need(false, where + " is no object");
      return false;
    }
    bool all = true;
    for (const std::string& name : names)
      if (!object.contains(name)) {
        need(false, fmt::format("{} has no \"{}\"", where, name));
        all = false;
      }
    return all;
  }

  void verdict(int status) {
    const std::string got = report_.value("verdict", "");
    const int expected = e_.exit_status();
    static const char* const names[] = {"verified", "bug", "error", "inconclusive"};
    need(status == expected, fmt::format("exit status {}, expected {}{}", status, expected, reason()));
    need(got == names[expected], fmt::format("verdict {}, expected {}", got, names[expected]));
  }

  void coverage() {
    if (report_["verdict"] == "bug" && !e_.keeps_going())
      need(report_["complete"] == false, "stopped at the first bug, but complete");
    if (report_["verdict"] != "verified") return;
    need(report_["complete"] == true, "verified, but not complete");
    need(report_["bugs"].empty(), "verified, but with bugs");
    need(report_["limits"].empty(), "verified, but with limits");
    need(report_["stats"]["executions"].get<std::uint64_t>() > 0, "verified without one execution");
  }

  void bugs() {
    if (!e_.expects_bug()) return;
    const json& bugs = report_["bugs"];
    need(!bugs.empty(), "no bug listed");
    for (const json& bug : bugs) one_bug(bug);
    for (const ExpectedOutcome& outcome : e_.outcomes)
      need(std::ranges::any_of(bugs, [&](const json& bug) { return matches(bug, outcome); }),
           fmt::format("no {}{}{} found{}", outcome.kind, outcome.variable.empty() ? "" : " on ", outcome.variable,
                       reason()));
  }

  void counts(const std::string& search, const std::string& visible) {
    const bool everything = report_["verdict"] == "verified" || (e_.keeps_going() && report_["complete"] == true);
    if (const auto count = e_.executions.find(search); count != e_.executions.end() && visible == "sync") {
      const auto got = report_["stats"]["executions"].get<std::uint64_t>();
      need(everything, "executions cannot be compared: not complete");
      need(got == count->second, fmt::format("{} executions, expected {}", got, count->second));
    }
    if (const auto count = e_.blocked.find(search); count != e_.blocked.end() && visible == "sync") {
      const auto got = report_["stats"]["blocked"].get<std::uint64_t>();
      need(got == count->second, fmt::format("{} executions in vain, expected {}", got, count->second));
    }
    if (const auto count = e_.states.find(search); count != e_.states.end() && visible == "sync") {
      const auto got = report_["stats"]["states"].get<std::uint64_t>();
      need(everything, "states cannot be compared: not complete");
      need(got == count->second, fmt::format("{} states, expected {}", got, count->second));
    }
    if (e_.exit_statuses && !everything) need(false, "exit statuses cannot be compared: not complete");
    if (!everything) return;
    const auto got = report_["exit_statuses"].get<std::set<int>>();
    // A program that says nothing ends with 0 whenever it ends.
    const std::set<int> expected = e_.exit_statuses.value_or(std::set<int>{0});
    const bool ends = e_.exit_statuses || report_["verdict"] == "verified";
    need(!ends || got == expected,
         fmt::format("exit statuses {{{}}}, expected {{{}}}", fmt::join(got, ", "), fmt::join(expected, ", ")));
  }

  void message() {
    if (e_.message.empty()) return;
    std::string all = report_.value("message", "");
    for (const char* list : {"limits", "bugs", "uncontrolled"})
      if (report_.contains(list))
        for (const json& entry : report_[list])
          all += "\n" + (entry.is_string() ? entry.get<std::string>() : entry.value("message", ""));
    need(all.find(e_.message) != std::string::npos, fmt::format("'{}' is not in '{}'", e_.message, all));
  }

  void assumptions() {
    if (!e_.assumptions) return;
    const auto got = report_["assumptions"].get<std::vector<std::string>>();
    need(got.size() == e_.assumptions->size(),
         fmt::format("assumes {{{}}}, expected {} entries", fmt::join(got, "; "), e_.assumptions->size()));
    for (const std::string& part : *e_.assumptions)
      need(std::ranges::any_of(got, [&](const std::string& text) { return text.find(part) != std::string::npos; }),
           fmt::format("does not assume '{}', but {{{}}}", part, fmt::join(got, "; ")));
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  static bool matches(const json& bug, const ExpectedOutcome& outcome) {
    return bug.value("kind", "") == outcome.kind &&
           (outcome.variable.empty() || names_variable(bug.value("variable", ""), outcome.variable));
  }

  // What the tool found instead, for the person who reads the complaint.
  std::string reason() const {
    std::string text;
    if (report_.contains("message")) text += " (" + report_["message"].get<std::string>() + ")";
    if (report_.contains("limits"))
      for (const json& limit : report_["limits"]) text += " (limit: " + limit.get<std::string>() + ")";
    if (report_.contains("bugs"))
      for (const json& bug : report_["bugs"])
        text += fmt::format(" ({} {}: {} at {}:{})", bug.value("kind", "?"), bug.value("variable", ""),
                            bug.value("message", "?"), bug.value("file", "?"), bug.value("line", 0));
    return text;
  }

  void one_bug(const json& bug) {
    if (!keys(bug, kBugKeys, "a bug")) return;
    need(!bug["id"].get<std::string>().empty() && !bug["message"].get<std::string>().empty(),
         "a bug without id or message");
    need(bug["schedule"].is_array(), "a bug without a schedule");
    need(std::ranges::any_of(e_.outcomes, [&](const ExpectedOutcome& o) { return matches(bug, o); }),
         fmt::format("unexpected bug: {} {}: {}", bug["kind"].get<std::string>(), bug.value("variable", ""),
                     bug["message"].get<std::string>()));
    const std::string kind = bug["kind"];
    if (kind == "race" || kind == "discipline")
      race(bug);
    else if (kind == "deadlock")
      deadlock(bug);
    else
      at_lines({bug});
    if (kind == "crash") crash(bug);
    if (kind == "memory") keys(bug, {"accesses", "allocated_at"}, "a memory bug");
  }

  void race(const json& bug) {
    if (!keys(bug, {"variable", "accesses"}, "a race")) return;
    const json& accesses = bug["accesses"];
    need(accesses.size() == 2, "a race without two accesses");
    bool any_write = false;
    for (const json& access : accesses) {
      if (!keys(access, kAccessKeys, "an access")) return;
      const std::string op = access["op"];
      any_write |= op.find("write") != std::string::npos || op == "free" || op == "end of scope";
    }
    need(any_write || bug["kind"] != "race", "a race without a write");
    need(accesses.size() != 2 || accesses[0]["thread"] != accesses[1]["thread"], "a race of a thread with itself");
    at_lines(accesses.get<std::vector<json>>());
  }

  void deadlock(const json& bug) {
    if (!keys(bug, {"cycle", "blocked"}, "a deadlock")) return;
    for (const json& wait : bug["cycle"])
      if (!keys(wait, kCycleKeys, "a wait of a cycle")) return;
    if (e_.cycle)
      need(bug["cycle"].size() == *e_.cycle, fmt::format("a cycle of {}, expected {}", bug["cycle"].size(), *e_.cycle));
    at_lines(bug["cycle"].get<std::vector<json>>());
  }

  void crash(const json& bug) {
    if (!keys(bug, {"signal"}, "a crash")) return;
    if (!e_.signal.empty())
      need(bug["signal"] == e_.signal, "signal " + bug["signal"].dump() + ", expected " + e_.signal);
  }

  // Each place has "file" and "line"; the file is the program itself, as it was given.
  void at_lines(const std::vector<json>& places) {
    if (e_.lines.empty()) return;
    std::set<int> got;
    for (const json& place : places) {
      const std::string file = place["file"];
      need(file == e_.file.string(), fmt::format("at {}:{}, not in the program", file, place["line"].get<int>()));
      got.insert(place["line"].get<int>());
    }
    need(got == e_.lines,
         fmt::format("at lines {{{}}}, expected {{{}}}", fmt::join(got, ", "), fmt::join(e_.lines, ", ")));
  }

  const Expectation& e_;
  const json& report_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> complaints(const Expectation& expectation, const json& report, int status,
                                    const std::string& search, const std::string& visible) {
  Checker checker(expectation, report);
  checker.verdict(status);
  const bool readable =
      report.value("verdict", "") == "error"
          ? checker.keys(report, {"heddle", "verdict", "message"}, "the report")
          : checker.keys(report, kReportKeys, "the report") && checker.keys(report["stats"], kStatisticsKeys, "stats");
  checker.message();
  if (!readable || report["verdict"] == "error") return checker.take();
  checker.need(report["search"] == search, "\"search\" is not the search asked for");
  checker.coverage();
  checker.bugs();
  checker.counts(search, visible);
  checker.assumptions();
  return checker.take();
}

}  // namespace heddle::program_tests
