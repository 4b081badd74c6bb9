// Each struct has a pair of functions, write and read, that name its fields once. Reading trusts nothing: the sender
// has run code that may have written anywhere, so every exception of the JSON library ends in an empty Message.
#include "report/wire.h"

#include <nlohmann/json.hpp>

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

// Overloads that the two templates find, whichever stands first.
Json write(const SourcePosition& p);
Json write(const AccessReport& a);
Json write(const WaitReport& w);
Json write(const LocksetReport& step);
Json write(const InterleavingRow& r);
Json write(const ScheduleStep& step);
Json write(const StepPlace& place);
Json write(const ByteRange& range);
void read(const Json& j, SourcePosition& p);
void read(const Json& j, AccessReport& a);
void read(const Json& j, WaitReport& w);
void read(const Json& j, LocksetReport& step);
void read(const Json& j, InterleavingRow& r);
void read(const Json& j, ScheduleStep& step);
void read(const Json& j, StepPlace& place);
void read(const Json& j, ByteRange& range);

template <class T>
Json write_all(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(write(value));
  return array;
}

template <class T>
void read_all(const Json& array, std::vector<T>& values) {
  for (const Json& j : array) read(j, values.emplace_back());
}

Json write(const SourcePosition& p) {
  return {{"file", p.file}, {"line", p.line}, {"column", p.column}, {"function", p.function}, {"system", p.system}};
}

void read(const Json& j, SourcePosition& p) {
  j.at("file").get_to(p.file);
  j.at("line").get_to(p.line);
  j.at("column").get_to(p.column);
  j.at("function").get_to(p.function);
  j.at("system").get_to(p.system);
}

Json write(const AccessReport& a) {
  return {{"thread", a.thread},        {"operation", a.operation},    {"position", write(a.position)},
          {"locks", a.locks},          {"calls", write_all(a.calls)}, {"callers", write_all(a.callers)},
          {"created_at", a.created_at}};
}

void read(const Json& j, AccessReport& a) {
  j.at("thread").get_to(a.thread);
  j.at("operation").get_to(a.operation);
  read(j.at("position"), a.position);
  j.at("locks").get_to(a.locks);
  read_all(j.at("calls"), a.calls);
  read_all(j.at("callers"), a.callers);
  j.at("created_at").get_to(a.created_at);
}

Json write(const WaitReport& w) {
  return {{"thread", w.thread}, {"holds", w.holds}, {"wants", w.wants}, {"position", write(w.position)}};
}

void read(const Json& j, WaitReport& w) {
  j.at("thread").get_to(w.thread);
  j.at("holds").get_to(w.holds);
  j.at("wants").get_to(w.wants);
  read(j.at("position"), w.position);
}

Json write(const LocksetReport& step) {
  return {{"thread", step.thread},
          {"operation", step.operation},
          {"position", write(step.position)},
          {"locks", step.locks}};
}

void read(const Json& j, LocksetReport& step) {
  j.at("thread").get_to(step.thread);
  j.at("operation").get_to(step.operation);
  read(j.at("position"), step.position);
  j.at("locks").get_to(step.locks);
}

Json write(const InterleavingRow& r) {
  return {{"thread", r.thread.value},      {"source", r.source},       {"what", r.what},
          {"position", write(r.position)}, {"important", r.important}, {"switch", r.switch_reason}};
}

void read(const Json& j, InterleavingRow& r) {
  j.at("thread").get_to(r.thread.value);
  j.at("source").get_to(r.source);
  j.at("what").get_to(r.what);
  read(j.at("position"), r.position);
  j.at("important").get_to(r.important);
  j.at("switch").get_to(r.switch_reason);
}

Json write(const ScheduleStep& step) { return Json::array({step.thread.value, step.choice}); }

void read(const Json& j, ScheduleStep& step) {
  j.at(0).get_to(step.thread.value);
  j.at(1).get_to(step.choice);
}

Json write(const StepPlace& place) { return Json::array({place.operation, place.function, place.place}); }

void read(const Json& j, StepPlace& place) {
  j.at(0).get_to(place.operation);
  j.at(1).get_to(place.function);
  j.at(2).get_to(place.place);
}

Json write(const ByteRange& range) { return Json::array({range.begin, range.size}); }

void read(const Json& j, ByteRange& range) {
  j.at(0).get_to(range.begin);
  j.at(1).get_to(range.size);
}

Json write(const Bug& b) {
  return {{"kind", name_of(b.kind)},
          {"message", b.message},
          {"id", b.id},
          {"thread", b.thread},
          {"position", write(b.position)},
          {"variable", b.variable},
          {"accesses", write_all(b.accesses)},
          {"cycle", write_all(b.cycle)},
          {"blocked", b.blocked},
          {"signal", b.signal},
          {"allocated_at", b.allocated_at},
          {"why", b.why},
          {"lockset_history", write_all(b.lockset_history)},
          {"interleaving", write_all(b.interleaving)},
          {"schedule", write_all(b.schedule)},
          {"places", write_all(b.steps.places)},
          {"steps", b.steps.of_step},
          {"visible_bytes", write_all(b.visible_bytes)},
          {"schedule_text", b.schedule_text},
          {"thread_names", b.thread_names},
          {"output", b.output},
          {"minimised", b.minimised}};
}

void read(const Json& j, Bug& b) {
  b.kind = bug_kind(j.at("kind").get<std::string>()).value();
  j.at("message").get_to(b.message);
  j.at("id").get_to(b.id);
  j.at("thread").get_to(b.thread);
  read(j.at("position"), b.position);
  j.at("variable").get_to(b.variable);
  read_all(j.at("accesses"), b.accesses);
  read_all(j.at("cycle"), b.cycle);
  j.at("blocked").get_to(b.blocked);
  j.at("signal").get_to(b.signal);
  j.at("allocated_at").get_to(b.allocated_at);
  j.at("why").get_to(b.why);
  read_all(j.at("lockset_history"), b.lockset_history);
  read_all(j.at("interleaving"), b.interleaving);
  read_all(j.at("schedule"), b.schedule);
  read_all(j.at("places"), b.steps.places);
  j.at("steps").get_to(b.steps.of_step);
  read_all(j.at("visible_bytes"), b.visible_bytes);
  j.at("schedule_text").get_to(b.schedule_text);
  j.at("thread_names").get_to(b.thread_names);
  j.at("output").get_to(b.output);
  j.at("minimised").get_to(b.minimised);
}

Json write(const Statistics& s) {
  return {{"executions", s.executions}, {"blocked", s.blocked},    {"transitions", s.transitions},
          {"states", s.states},         {"matched", s.matched},    {"backtracks", s.backtracks},
          {"pruned", s.pruned},         {"max_depth", s.max_depth}};
}

void read(const Json& j, Statistics& s) {
  j.at("executions").get_to(s.executions);
  j.at("blocked").get_to(s.blocked);
  j.at("transitions").get_to(s.transitions);
  j.at("states").get_to(s.states);
  j.at("matched").get_to(s.matched);
  j.at("backtracks").get_to(s.backtracks);
  j.at("pruned").get_to(s.pruned);
  j.at("max_depth").get_to(s.max_depth);
}

Json write(const std::vector<BoundedLoop>& loops) {
  Json all = Json::array();
  for (const BoundedLoop& loop : loops) all.push_back({loop.thread, loop.file, loop.line, loop.rounds});
  return all;
}

Json write(const Exploration& e) {
  return {{"exhausted", e.exhausted},
          {"limits", e.limits},
          {"stats", write(e.stats)},
          {"used_search", e.used_search},
          {"exact_detector", e.exact_detector},
          {"every_interleaving", e.every_interleaving},
          {"exit_statuses", e.exit_statuses},
          {"bounded_loops", write(e.bounded_loops)},
          {"uncontrolled", e.uncontrolled},
          {"passed_over", e.passed_over},
          {"race_passed_over", e.race_passed_over},
          {"ignored", e.ignored},
          {"used_entries", e.used_entries},
          {"assumptions", e.assumptions},
          {"scopes", e.scopes}};
}

void read(const Json& j, Exploration& e) {
  j.at("exhausted").get_to(e.exhausted);
  j.at("limits").get_to(e.limits);
  read(j.at("stats"), e.stats);
  j.at("used_search").get_to(e.used_search);
  j.at("exact_detector").get_to(e.exact_detector);
  j.at("every_interleaving").get_to(e.every_interleaving);
  j.at("exit_statuses").get_to(e.exit_statuses);
  for (const Json& loop : j.at("bounded_loops")) e.bounded_loops.push_back({loop.at(0), loop.at(1), loop.at(2), loop.at(3)});
  j.at("uncontrolled").get_to(e.uncontrolled);
  j.at("passed_over").get_to(e.passed_over);
  j.at("race_passed_over").get_to(e.race_passed_over);
  j.at("ignored").get_to(e.ignored);
  j.at("used_entries").get_to(e.used_entries);
  j.at("assumptions").get_to(e.assumptions);
  j.at("scopes").get_to(e.scopes);
}

void read(const Json& j, Divergence& d) {
  j.at("message").get_to(d.message);
  read_all(j.at("rows"), d.rows);
  j.at("thread_names").get_to(d.thread_names);
}

std::string text_of(const char* kind, Json contents) {
  const Json message = {{kind, std::move(contents)}};
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string to_wire(const Bug& bug) { return text_of("bug", write(bug)); }
std::string to_wire(const Exploration& exploration) { return text_of("exploration", write(exploration)); }
std::string to_wire(const Divergence& divergence) {
  return text_of("divergence", {{"message", divergence.message},
                                {"rows", write_all(divergence.rows)},
                                {"thread_names", divergence.thread_names}});
}
std::string to_wire(const Remark& remark) { return text_of("remark", {{"text", remark.text}}); }

Message from_wire(std::string_view text) {
  try {
    Message message;
    const Json j = Json::parse(text);
    if (j.contains("bug")) read(j.at("bug"), message.bug.emplace());
    if (j.contains("exploration")) read(j.at("exploration"), message.exploration.emplace());
    if (j.contains("divergence")) read(j.at("divergence"), message.divergence.emplace());
    if (j.contains("remark")) j.at("remark").at("text").get_to(message.remark.emplace().text);
    return message;
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace heddle
