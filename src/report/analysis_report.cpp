// See analysis_report.h. The text: first what is certified, then what is not known, then what was proven and what was
// taken for granted. A candidate that check has refuted is listed in one line.
#include "report/analysis_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/describe.h"
#include "report/sarif_report.h"
#include "report/source_text.h"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

std::string sentences(const std::string& head, const std::vector<std::string>& list, const TextStyle& style) {
  std::string out;
  if (list.empty()) return out;
  for (const std::string& line :
       wrapped(printable(fmt::format("{}{}", head, fmt::join(list, "; "))), style.width > 10 ? style.width - 4 : 60))
    out += "  " + line + "\n";
  return out;
}

const char* meaning(CandidateStatus status) {
  switch (status) {
    case CandidateStatus::Certified:
      return "the locks allow it: this schedule of lock operations leads there (whether the data does is not known)";
    case CandidateStatus::Unknown:
      return "neither shown nor excluded";
    case CandidateStatus::Confirmed:
      return "confirmed: an execution shows it";
    case CandidateStatus::Refuted:
      return "refuted: no execution shows it";
  }
  return "";
}

std::string finding_text(const Candidate& finding, const TextStyle& style) {
  const Bug& bug = finding.bug;
  const bool certain = finding.status == CandidateStatus::Certified || finding.status == CandidateStatus::Confirmed;
  std::string out = first_line(bug, style, certain);
  if (style.quiet) return out;
  for (const AccessReport& access : bug.accesses) out += access_text(bug, access, style);
  for (const WaitReport& wait : bug.cycle) out += wait_text(wait, style);
  if (!bug.interleaving.empty()) out += "\n" + thread_table(bug, style);
  out += fmt::format("\n  {}{}\n", meaning(finding.status), finding.why.empty() ? "" : ": " + printable(finding.why));
  if (!bug.replay.empty()) out += fmt::format("  replay: {} replay {}\n", style.command, shell_word(bug.replay));
  return out + "\n";
}

std::string words_for(const std::vector<std::string>& properties) {
  std::vector<std::string> words;
  for (const std::string& property : properties)
    words.push_back(property == "race" ? "data races" : "deadlocks of locks");
  return fmt::format("{}", fmt::join(words, " or "));
}

std::string counts_text(const AnalysisResult& result) {
  const AnalysisStatistics& stats = result.stats;
  return fmt::format("{} functions, {} threads, {} locks, {} of {} accesses to memory that threads share",
                     stats.functions, stats.threads, stats.locks, stats.shared_accesses, stats.accesses);
}

std::string reach_text(const AnalysisResult& result, const TextStyle& style) {
  const ReachAnswer& reach = result.reach;
  Bug bug;
  bug.interleaving = reach.interleaving;
  bug.thread_names = reach.thread_names;
  std::string out;
  for (const AccessReport& one : reach.standing) out += access_text(bug, one, style);
  if (!bug.interleaving.empty()) out += "\n" + thread_table(bug, style) + "\n";
  switch (reach.verdict) {
    case Verdict::Verified:
      out += painted("unreachable", Paint::Good, style) + ": no two threads can stand there at the same time\n";
      break;
    case Verdict::Bug:
      out += painted("reachable", Paint::Error, style) + ": the locks allow it\n";
      break;
    default:
      out += painted("unknown", Paint::Warning, style) + (reach.why.empty() ? "" : ": " + reach.why) + "\n";
      out += sentences("because ", result.limits, style);
  }
  return out + sentences("assuming that ", result.assumptions, style);
}

std::string ltl_text(const AnalysisResult& result, const TextStyle& style) {
  const LtlReport& ltl = result.ltl;
  const auto path = [](const std::vector<ScheduleEntry>& entries) {
    std::string text;
    for (const ScheduleEntry& entry : entries)
      text += fmt::format("    {}:{}: {}\n", entry.position.file, entry.position.line, printable(entry.operation));
    return text;
  };
  std::string out;
  switch (ltl.verdict) {
    case Verdict::Verified:
      out =
          painted("holds", Paint::Good, style) + ": of every computation in which the thread is not blocked forever\n";
      break;
    case Verdict::Bug:
      out = fmt::format("{} by {}\n{}", painted("violated", Paint::Error, style), ltl.thread, path(ltl.stem));
      out += ltl.loop.empty() ? "  and the thread has ended, or nothing happens any more\n"
                              : "  and then forever\n" + path(ltl.loop);
      break;
    default:
      out = painted("unknown", Paint::Warning, style) + (ltl.why.empty() ? "" : ": " + ltl.why) + "\n";
      out += sentences("because ", result.limits, style);
  }
  return out + sentences("assuming that ", result.assumptions, style);
}

std::string summary(const AnalysisResult& result, const TextStyle& style) {
  std::string out;
  switch (result.verdict) {
    case Verdict::Error:
      return out;
    case Verdict::Verified:
      out = fmt::format("{}: no {} in any interleaving\n", painted("verified", Paint::Good, style),
                        words_for(result.properties));
      break;
    case Verdict::Bug:
    case Verdict::Inconclusive: {
      const auto candidates = [](const std::vector<Candidate>& list) {
        return std::count_if(list.begin(), list.end(),
                             [](const Candidate& f) { return f.status != CandidateStatus::Refuted; });
      };
      out = fmt::format("{}: {} possible races, {} possible deadlocks\n",
                        result.verdict == Verdict::Bug ? painted("candidates", Paint::Error, style)
                                                       : painted("inconclusive", Paint::Warning, style),
                        candidates(result.races), candidates(result.deadlocks));
      if (!result.proven.empty()) out += fmt::format("  proven: no {}\n", words_for(result.proven));
    }
  }
  for (const std::string& limit : result.limits) out += "  " + printable(limit) + "\n";
  out += sentences("assuming that ", result.assumptions, style);
  if (style.stats)
    out += fmt::format("  {}; {:.1f} ms, {} KB\n", counts_text(result), result.stats.wall_ms, result.stats.peak_rss_kb);
  else
    out += fmt::format("  {}\n", counts_text(result));
  return out;
}

void put_position(Json& object, const SourcePosition& position) {
  object["file"] = position.file;
  object["line"] = position.line;
  object["column"] = position.column;
  object["function"] = position.function;
}

Json frames_json(const std::vector<SourcePosition>& frames) {
  Json list = Json::array();
  for (const SourcePosition& frame : frames) put_position(list.emplace_back(Json::object()), frame);
  return list;
}

Json standing_json(const AccessReport& access) {
  Json object = Json::object();
  object["thread"] = access.thread;
  object["op"] = access.operation;
  put_position(object, access.position);
  object["locks"] = access.locks;
  object["calls"] = frames_json(access.calls);
  object["callers"] = frames_json(access.callers);
  return object;
}

Json schedule_json(const std::vector<ScheduleEntry>& schedule) {
  Json list = Json::array();
  for (const ScheduleEntry& entry : schedule)
    list.push_back({{"thread", entry.thread},
                    {"op", entry.operation},
                    {"file", entry.position.file},
                    {"line", entry.position.line}});
  return list;
}

Json finding_json(const Candidate& finding) {
  const Bug& bug = finding.bug;
  Json object = Json::object();
  object["status"] = name_of(finding.status);
  object["message"] = bug.message;
  object["id"] = bug.id;
  put_position(object, bug.position);
  if (bug.kind == BugKind::Race) {
    object["variable"] = bug.variable;
    object["accesses"] = Json::array();
    for (const AccessReport& access : bug.accesses) object["accesses"].push_back(standing_json(access));
  } else {
    object["cycle"] = Json::array();
    for (const WaitReport& wait : bug.cycle)
      object["cycle"].push_back({{"thread", wait.thread},
                                 {"holds", wait.holds},
                                 {"wants", wait.wants},
                                 {"file", wait.position.file},
                                 {"line", wait.position.line}});
  }
  object["schedule"] = schedule_json(finding.schedule);
  if (!finding.why.empty()) object["why"] = finding.why;
  if (!bug.replay.empty()) object["replay"] = bug.replay;
  return object;
}

Json counts_json(const AnalysisStatistics& stats) {
  return {{"functions", stats.functions},
          {"threads", stats.threads},
          {"locks", stats.locks},
          {"accesses", stats.accesses},
          {"shared_accesses", stats.shared_accesses},
          {"objects", stats.objects},
          {"wall_ms", std::round(stats.wall_ms * 10) / 10},
          {"peak_rss_kb", stats.peak_rss_kb}};
}

}  // namespace

void add_source(AnalysisResult& result) {
  SourceText source;
  const auto lines = [&](std::vector<InterleavingRow>& rows) {
    for (InterleavingRow& row : rows) row.source = source.line(row.position.file, row.position.line);
  };
  for (std::vector<Candidate>* list : {&result.races, &result.deadlocks})
    for (Candidate& finding : *list) {
      lines(finding.bug.interleaving);
      finding.bug.id = bug_id(finding.bug, source);
    }
  lines(result.reach.interleaving);
}

std::string to_text(const AnalysisResult& result, const TextStyle& style) {
  if (result.reach.asked) return reach_text(result, style);
  if (result.ltl.asked) return ltl_text(result, style);
  std::string out;
  for (const bool certain : {true, false})
    for (const std::vector<Candidate>* list : {&result.races, &result.deadlocks})
      for (const Candidate& finding : *list)
        if (certain == (finding.status == CandidateStatus::Certified || finding.status == CandidateStatus::Confirmed))
          out += finding_text(finding, style);
  if (!style.quiet)
    for (const LockWarning& warning : result.warnings)
      out += fmt::format("{}:{}: {} {}\n", warning.position.file, warning.position.line,
                         painted("note:", Paint::Quiet, style), printable(warning.text));
  return out + summary(result, style);
}

std::string to_json(const AnalysisResult& result) {
  Json object = Json::object();
  object["heddle"] = 1;
  object["verdict"] = name_of(result.verdict);
  if (result.verdict == Verdict::Error) object["message"] = result.message;
  object["properties"] = result.properties;
  object["races"] = Json::array();
  for (const Candidate& finding : result.races) object["races"].push_back(finding_json(finding));
  object["deadlocks"] = Json::array();
  for (const Candidate& finding : result.deadlocks) object["deadlocks"].push_back(finding_json(finding));
  if (result.reach.asked) {
    Json reach = Json::object();
    reach["answer"] = result.reach.verdict == Verdict::Verified ? "unreachable"
                      : result.reach.verdict == Verdict::Bug    ? "reachable"
                                                                : "unknown";
    reach["threads"] = Json::array();
    for (const AccessReport& one : result.reach.standing) reach["threads"].push_back(standing_json(one));
    reach["schedule"] = schedule_json(result.reach.schedule);
    object["reach"] = std::move(reach);
  }
  if (result.ltl.asked) {
    object["ltl"] = result.ltl.verdict == Verdict::Verified ? "holds"
                    : result.ltl.verdict == Verdict::Bug    ? "violated"
                                                            : "unknown";
    if (result.ltl.verdict == Verdict::Bug)
      object["lasso"] = {{"thread", result.ltl.thread},
                         {"stem", schedule_json(result.ltl.stem)},
                         {"loop", schedule_json(result.ltl.loop)}};
  }
  object["warnings"] = Json::array();
  for (const LockWarning& warning : result.warnings)
    object["warnings"].push_back(
        {{"message", warning.text}, {"file", warning.position.file}, {"line", warning.position.line}});
  object["proven"] = result.proven;
  object["limits"] = result.limits;
  object["assumptions"] = result.assumptions;
  object["stats"] = counts_json(result.stats);
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_sarif(std::FILE* out, const AnalysisResult& result) {
  SarifWriter writer(out);
  for (const std::vector<Candidate>* list : {&result.races, &result.deadlocks})
    for (const Candidate& finding : *list)
      if (finding.status != CandidateStatus::Refuted) writer.add(sarif_of(finding.bug));
  const bool error = result.verdict == Verdict::Error;
  writer.note({error                                     ? "error"
               : result.verdict == Verdict::Inconclusive ? "warning"
                                                         : "note",
               error ? result.message : fmt::format("verdict: {}", name_of(result.verdict))});
  for (const std::string& limit : result.limits) writer.note({"warning", limit});
  writer.finish(!error);
}

}  // namespace heddle
