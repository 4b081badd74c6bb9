// Keys appear in the order of the contract; which optional keys a bug has depends on its kind alone, so that a reader
// may rely on them being there even when they are empty.
#include "report/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "machine/failure.h"
#include "report/advice.h"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

void add_position(Json& object, const SourcePosition& position) {
  object["file"] = position.file;
  object["line"] = position.line;
  object["column"] = position.column;
  object["function"] = position.function;
}

Json position_json(const SourcePosition& position) {
  Json object = Json::object();
  add_position(object, position);
  return object;
}

Json access_json(const AccessReport& access) {
  Json object = Json::object();
  object["thread"] = access.thread;
  object["op"] = access.operation;
  add_position(object, access.position);
  object["locks"] = access.locks;
  object["calls"] = Json::array();
  for (const SourcePosition& frame : access.calls) object["calls"].push_back(position_json(frame));
  return object;
}

Json wait_json(const WaitReport& wait) {
  Json object = Json::object();
  object["thread"] = wait.thread;
  object["holds"] = wait.holds;
  object["wants"] = wait.wants;
  object["file"] = wait.position.file;
  object["line"] = wait.position.line;
  return object;
}

Json lockset_json(const LocksetReport& step) {
  Json object = Json::object();
  object["thread"] = step.thread;
  object["op"] = step.operation;
  add_position(object, step.position);
  object["locks"] = step.locks;
  return object;
}

std::string name_of_thread(const Bug& bug, ThreadId thread) {
  return thread.index() < bug.thread_names.size() ? bug.thread_names[thread.index()] : std::to_string(thread.value);
}

Json step_json(const Bug& bug, const InterleavingRow& step) {
  Json object = Json::object();
  object["thread"] = name_of_thread(bug, step.thread);
  object["kind"] = name_of(step.kind);
  object["text"] = step.source;
  add_position(object, step.position);
  object["operation"] = step.what;
  object["object"] = step.object;
  object["value"] = step.value.empty() ? Json(nullptr) : Json(step.value);
  object["locks"] = step.locks;
  object["relevant"] = step.relevant;
  object["in_bug"] = step.important;
  if (step.kind == StepKind::Block)
    object["until"] = step.until == InterleavingRow::kNever ? Json(nullptr) : Json(step.until);
  if (step.operations > 1) object["operations"] = step.operations;
  if (!step.switch_reason.empty()) object["switch"] = step.switch_reason;
  return object;
}

void add_steps(Json& object, const Bug& bug) {
  object["steps"] = Json::array();
  for (const InterleavingRow& step : bug.interleaving) object["steps"].push_back(step_json(bug, step));
  if (bug.steps_left_out > 0) object["left_out"] = {{"steps", bug.steps_left_out}, {"before", bug.left_out_before}};
  object["edges"] = Json::array();
  for (const OrderEdge& edge : bug.edges)
    object["edges"].push_back({{"from", edge.from}, {"to", edge.to}, {"object", edge.object}});
  object["why"] = bug.why;
}

void add_accesses(Json& object, const Bug& bug) {
  object["accesses"] = Json::array();
  for (const AccessReport& access : bug.accesses) object["accesses"].push_back(access_json(access));
}

void add_details(Json& object, const Bug& bug) {
  switch (bug.kind) {
    case BugKind::Race:
    case BugKind::Discipline:
      add_accesses(object, bug);
      break;
    case BugKind::Deadlock:
      object["cycle"] = Json::array();
      for (const WaitReport& wait : bug.cycle) object["cycle"].push_back(wait_json(wait));
      object["blocked"] = bug.blocked;
      break;
    case BugKind::Livelock:
      object["blocked"] = bug.blocked;
      object["round"] = Json::array();
      for (std::size_t i = bug.schedule_text.size() - std::min(bug.round, bug.schedule_text.size());
           i < bug.schedule_text.size(); ++i)
        object["round"].push_back(bug.schedule_text[i]);
      break;
    case BugKind::Crash:
      object["signal"] = bug.signal;
      break;
    case BugKind::Memory:
      add_accesses(object, bug);
      object["allocated_at"] = bug.allocated_at;
      break;
    case BugKind::Assertion:
    case BugKind::Misuse:
    case BugKind::Exit:
      break;
  }
}

Json bug_json(const Bug& bug) {
  Json object = Json::object();
  object["kind"] = name_of(bug.kind);
  object["message"] = bug.message;
  if (concerns_accesses(bug.kind) || !bug.variable.empty()) object["variable"] = bug.variable;
  if (!bug.expression.empty()) object["expression"] = bug.expression;
  object["id"] = bug.id;
  object["thread"] = bug.thread;
  add_position(object, bug.position);
  add_details(object, bug);
  if (!bug.lockset_history.empty()) {
    object["lockset_history"] = Json::array();
    for (const LocksetReport& step : bug.lockset_history) object["lockset_history"].push_back(lockset_json(step));
  }
  if (concerns_accesses(bug.kind)) object["ignore"] = suggested_entry(bug);
  add_steps(object, bug);
  object["schedule"] = bug.schedule_text;
  object["output"] = bug.output;
  object["replay"] = bug.replay;
  return object;
}

Json stats_json(const Result& result) {
  const Statistics& stats = result.stats;
  Json object = Json::object();
  object["executions"] = stats.executions;
  object["blocked"] = stats.blocked;
  object["transitions"] = stats.transitions;
  object["states"] = stats.states;
  object["matched"] = stats.matched;
  object["reexplored"] = stats.reexplored;
  object["store_bytes"] = stats.store_bytes;
  object["backtracks"] = stats.backtracks;
  object["pruned"] = stats.pruned;
  if (stats.checks > 0) {
    object["checks"] = stats.checks;
    object["checks_held"] = stats.checks_held;
  }
  object["max_depth"] = stats.max_depth;
  object["choice"] = result.choice.empty() ? Json(nullptr) : Json(result.choice);
  object["found_by"] = result.found_by.empty() ? Json(nullptr) : Json(result.found_by);
  object["wall_ms"] = std::round(stats.wall_ms * 10) / 10;
  object["peak_rss_kb"] = stats.peak_rss_kb;
  return object;
}

// What --baseline left out.
Json baseline_json(const Result& result) {
  Json object = Json::object();
  object["file"] = result.baseline_file;
  object["known"] = Json::array();
  for (const Bug& bug : result.known_bugs) {
    Json known = Json::object();
    known["kind"] = name_of(bug.kind);
    known["message"] = bug.message;
    known["id"] = bug.id;
    add_position(known, bug.position);
    object["known"].push_back(std::move(known));
  }
  object["unmet"] = result.unmet_bugs;
  return object;
}

Json test_json(const TestResult& test) {
  Json object = Json::object();
  object["name"] = test.name;
  object["verdict"] = name_of(test.verdict);
  object["complete"] = test.complete;
  object["executions"] = test.executions;
  object["transitions"] = test.transitions;
  object["bugs"] = test.bugs;
  return object;
}

}  // namespace

std::string to_json(const Result& result) {
  Json object = Json::object();
  object["heddle"] = 1;
  object["verdict"] = name_of(result.verdict);
  if (!result.message.empty() || result.verdict == Verdict::Error) object["message"] = result.message;
  object["complete"] = result.complete;
  object["properties"] = result.properties;
  object["memory_model"] = "sc";
  object["search"] = result.search;
  object["used_search"] = result.used_search;
  object["detector"] = result.detector;
  object["bugs"] = Json::array();
  for (const Bug& bug : result.bugs) object["bugs"].push_back(bug_json(bug));
  object["limits"] = result.limits;
  object["uncontrolled"] = result.uncontrolled;
  object["exit_statuses"] = result.exit_statuses;
  object["assumptions"] = result.assumptions;
  object["runs_forever"] = result.runs_forever;
  object["bounded_loops"] = Json::array();
  for (const BoundedLoop& loop : result.bounded_loops)
    object["bounded_loops"].push_back(
        {{"thread", loop.thread}, {"file", loop.file}, {"line", loop.line}, {"rounds", loop.rounds}});
  std::vector<std::string> suggestions = result.suggestions;
  for (std::string& text : advice(result)) suggestions.push_back(std::move(text));
  if (!result.branching.empty() || !result.suggestions.empty()) {
    object["branching"] = Json::array();
    for (const BranchSource& source : result.branching)
      object["branching"].push_back({{"operation", source.operation},
                                     {"file", source.file},
                                     {"line", source.line},
                                     {"share", source.share}});
  }
  if (!suggestions.empty()) object["suggestions"] = suggestions;
  if (result.has_ignore_file) {
    object["ignored"] = result.ignored;
    object["unused_ignores"] = result.unused_ignores;
  }
  if (!result.baseline_file.empty()) object["baseline"] = baseline_json(result);
  object["stats"] = stats_json(result);
  if (!result.tests.empty()) object["tests"] = Json::array();
  for (const TestResult& test : result.tests) object["tests"].push_back(test_json(test));
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void JsonReporter::report(const Result& result) {
  const std::string text = to_json(result);
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

}  // namespace heddle
