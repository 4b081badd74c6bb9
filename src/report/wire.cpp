// Each struct has one function that goes through its fields; a Writer or a Reader visits them. Reading trusts nothing:
// the sender has run code that may have written anywhere, so an exception of the JSON library ends in an empty Message.
#include "report/wire.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <concepts>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

const std::string kStored = "stored ";  // no JSON begins like this

template <class T>
Json write(const T& value);
template <class T>
void read(const Json& j, T& value);

// A struct becomes an object if its fields have names, and an array, which is shorter, if they have none.
struct Writer {
  Json json;
  void operator()(const char* name, const auto& field) { json[name] = write(field); }
  void operator()(const auto& field) { json.push_back(write(field)); }
};
struct Reader {
  const Json& json;
  std::size_t next = 0;
  void operator()(const char* name, auto& field) { read(json.at(name), field); }
  void operator()(auto& field) { read(json.at(next++), field); }
};

template <class T, class Struct>
concept Is = std::same_as<std::remove_const_t<T>, Struct>;

void fields(auto& visit, Is<SourcePosition> auto& p) {
  visit("file", p.file);
  visit("line", p.line);
  visit("column", p.column);
  visit("function", p.function);
  visit("system", p.system);
}

void fields(auto& visit, Is<AccessReport> auto& a) {
  visit("thread", a.thread);
  visit("operation", a.operation);
  visit("position", a.position);
  visit("locks", a.locks);
  visit("calls", a.calls);
  visit("callers", a.callers);
  visit("created_at", a.created_at);
  visit("shown_locks", a.shown_locks);
}

void fields(auto& visit, Is<WaitReport> auto& w) {
  visit("thread", w.thread);
  visit("holds", w.holds);
  visit("wants", w.wants);
  visit("position", w.position);
  visit("shown_holds", w.shown_holds);
  visit("shown_wants", w.shown_wants);
  visit("callers", w.callers);
}

void fields(auto& visit, Is<LocksetReport> auto& step) {
  visit("thread", step.thread);
  visit("operation", step.operation);
  visit("position", step.position);
  visit("locks", step.locks);
}

void fields(auto& visit, Is<InterleavingRow> auto& r) {
  visit("thread", r.thread.value);
  visit("source", r.source);
  visit("what", r.what);
  visit("position", r.position);
  visit("important", r.important);
  visit("switch", r.switch_reason);
  visit("kind", r.kind);
  visit("object", r.object);
  visit("value", r.value);
  visit("locks", r.locks);
  visit("relevant", r.relevant);
  visit("until", r.until);
  visit("operations", r.operations);
  visit("depth", r.depth);
}

void fields(auto& visit, Is<OrderEdge> auto& edge) {
  visit(edge.from);
  visit(edge.to);
  visit(edge.object);
}

void fields(auto& visit, Is<ScheduleStep> auto& step) {
  visit(step.thread.value);
  visit(step.choice);
}

void fields(auto& visit, Is<StepPlace> auto& place) {
  visit(place.operation);
  visit(place.function);
  visit(place.place);
}

void fields(auto& visit, Is<ByteRange> auto& range) {
  visit(range.begin);
  visit(range.size);
}

void fields(auto& visit, Is<Bug> auto& b) {
  visit("kind", b.kind);
  visit("message", b.message);
  visit("id", b.id);
  visit("thread", b.thread);
  visit("position", b.position);
  visit("variable", b.variable);
  visit("expression", b.expression);
  visit("accesses", b.accesses);
  visit("cycle", b.cycle);
  visit("waits", b.waits);
  visit("blocked", b.blocked);
  visit("round", b.round);
  visit("signal", b.signal);
  visit("callers", b.callers);
  visit("allocated_at", b.allocated_at);
  visit("why", b.why);
  visit("lockset_history", b.lockset_history);
  visit("interleaving", b.interleaving);
  visit("steps_left_out", b.steps_left_out);
  visit("left_out_before", b.left_out_before);
  visit("edges", b.edges);
  visit("schedule", b.schedule);
  visit("places", b.steps.places);
  visit("steps", b.steps.of_step);
  visit("loop_rounds", b.loop_bound.rounds);
  visit("loop_sites", b.loop_bound.sites);
  visit("every_round", b.loop_bound.every_round);
  visit("visible_bytes", b.visible_bytes);
  visit("schedule_text", b.schedule_text);
  visit("thread_names", b.thread_names);
  visit("output", b.output);
  visit("minimised", b.minimised);
}

void fields(auto& visit, Is<Statistics> auto& s) {
  visit("executions", s.executions);
  visit("blocked", s.blocked);
  visit("transitions", s.transitions);
  visit("states", s.states);
  visit("matched", s.matched);
  visit("reexplored", s.reexplored);
  visit("store_bytes", s.store_bytes);
  visit("backtracks", s.backtracks);
  visit("pruned", s.pruned);
  visit("checks", s.checks);
  visit("checks_held", s.checks_held);
  visit("max_depth", s.max_depth);
}

void fields(auto& visit, Is<BoundedLoop> auto& loop) {
  visit(loop.thread);
  visit(loop.file);
  visit(loop.line);
  visit(loop.rounds);
}

void fields(auto& visit, Is<BranchSource> auto& source) {
  visit(source.operation);
  visit(source.file);
  visit(source.line);
  visit(source.share);
}

void fields(auto& visit, Is<Branching> auto& branching) {
  visit("sources", branching.sources);
  visit("suggestions", branching.suggestions);
}

void fields(auto& visit, Is<Exploration> auto& e) {
  visit("exhausted", e.exhausted);
  visit("limits", e.limits);
  visit("stats", e.stats);
  visit("used_search", e.used_search);
  visit("choice", e.choice);
  visit("found_by", e.found_by);
  visit("sampled", e.sampled);
  visit("exact_detector", e.exact_detector);
  visit("every_interleaving", e.every_interleaving);
  visit("runs_forever", e.runs_forever);
  visit("exit_statuses", e.exit_statuses);
  visit("bounded_loops", e.bounded_loops);
  visit("uncontrolled", e.uncontrolled);
  visit("passed_over", e.passed_over);
  visit("race_passed_over", e.race_passed_over);
  visit("ignored", e.ignored);
  visit("used_entries", e.used_entries);
  visit("assumptions", e.assumptions);
  visit("scopes", e.scopes);
}

void fields(auto& visit, Is<Divergence> auto& d) {
  visit("message", d.message);
  visit("rows", d.rows);
  visit("thread_names", d.thread_names);
}

void fields(auto& visit, Is<Frontier::Place> auto& place) {
  visit(place.step);
  visit(place.explored);
  visit(place.plan);
}

void fields(auto& visit, Is<Frontier> auto& f) {
  visit("phase", f.phase);
  visit("strategy", f.strategy);
  visit("places", f.places);
  visit("stored", f.stored);
  visit("stats", f.stats);
  visit("limits", f.limits);
  visit("runs_forever", f.runs_forever);
  visit("livelock_possible", f.livelock_possible);
}

void fields(auto& visit, Is<Experience::Assumed> auto& assumed) {
  visit(assumed.site);
  visit(assumed.held);
}

void fields(auto& visit, Is<Experience::Loop> auto& loop) {
  visit(loop.thread);
  visit(loop.site);
  visit(loop.rounds);
}

void fields(auto& visit, Is<Experience::Touched> auto& range) {
  visit(range.begin);
  visit(range.size);
  visit(range.mark);
}

void fields(auto& visit, Is<Experience> auto& e) {
  visit("assumptions", e.assumptions);
  visit("assumed", e.assumed);
  visit("completed_any", e.completed_any);
  visit("notices_moments", e.notices_moments);
  visit("reached_loop_bound", e.reached_loop_bound);
  visit("lets_looks_pass", e.lets_looks_pass);
  visit("looked_at", e.looked_at);
  visit("plainly_touched", e.plainly_touched);
  visit("loops", e.loops);
  visit("uncontrolled", e.uncontrolled);
  visit("limits", e.limits);
  visit("trusted", e.trusted);
  visit("objects", e.objects);
  visit("annotated", e.annotated);
}

void fields(auto& visit, Is<Checkpoint> auto& c) {
  visit("frontier", c.frontier);
  visit("thread_names", c.thread_names);
  visit("experience", c.experience);
  visit("visible_bytes", c.visible_bytes);
  visit("more_visible_bytes", c.more_visible_bytes);
  visit("ignored_races", c.ignored_races);
  visit("loop_rounds", c.loop_bound.rounds);
  visit("loop_sites", c.loop_bound.sites);
  visit("every_round", c.loop_bound.every_round);
  visit("covered_loops", c.covered_loops);
  visit("covered_statistics", c.covered_statistics);
  visit("seen", c.seen);
  visit("found_by", c.found_by);
  visit("exit_statuses", c.exit_statuses);
  visit("sample", c.sample);
  visit("passed_over", c.passed_over);
  visit("race_passed_over", c.race_passed_over);
  visit("ignored", c.ignored);
  visit("used_entries", c.used_entries);
}

void fields(auto& visit, Is<Remark> auto& remark) { visit("text", remark.text); }

template <class T>
concept HasFields = requires(Writer& writer, const T& value) {
  fields(writer, value);
};
template <class T>
constexpr bool kIsVector = false;
template <class T>
constexpr bool kIsVector<std::vector<T>> = true;

template <class T>
Json write(const T& value) {
  if constexpr (HasFields<T>) {
    Writer writer;
    fields(writer, value);
    return std::move(writer.json);
  } else if constexpr (kIsVector<T>) {
    Json array = Json::array();
    for (const auto& element : value) array.push_back(write(element));
    return array;
  } else if constexpr (std::same_as<T, BugKind>) {
    return name_of(value);
  } else {
    return value;
  }
}

template <class T>
void read(const Json& j, T& value) {
  if constexpr (HasFields<T>) {
    Reader reader{j};
    fields(reader, value);
  } else if constexpr (kIsVector<T>) {
    for (const Json& element : j.get_ref<const Json::array_t&>()) read(element, value.emplace_back());
  } else if constexpr (std::same_as<T, BugKind>) {
    value = bug_kind(j.get<std::string>()).value();
  } else {
    j.get_to(value);
  }
}

template <class T>
std::string text_of(const char* kind, const T& contents) {
  Json message;
  message[kind] = write(contents);
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <class T>
void read_if_there(const Json& message, const char* kind, std::optional<T>& contents) {
  if (message.contains(kind)) read(message.at(kind), contents.emplace());
}

}  // namespace

std::string to_wire(const Bug& bug) { return text_of("bug", bug); }
std::string to_wire(const Exploration& exploration) { return text_of("exploration", exploration); }
std::string to_wire(const Divergence& divergence) { return text_of("divergence", divergence); }
std::string to_wire(const Remark& remark) { return text_of("remark", remark); }
std::string to_wire(const Branching& branching) { return text_of("branching", branching); }
std::string to_wire(const Checkpoint& checkpoint) { return text_of("checkpoint", checkpoint); }

std::string to_wire(const Stored& stored) { return kStored + stored.bytes; }

std::string to_bytes(std::span<const std::uint64_t> words) {
  std::string bytes;
  bytes.reserve(words.size() * 4);
  for (std::uint64_t word : words) {
    for (; word >= 128; word >>= 7) bytes += static_cast<char>(word | 128);
    bytes += static_cast<char>(word);
  }
  return bytes;
}

bool to_words(std::string_view bytes, std::vector<std::uint64_t>& words) {
  words.clear();
  std::uint64_t word = 0;
  unsigned shift = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (shift >= 64) return false;
    word |= std::uint64_t{byte & 127u} << shift;
    shift += 7;
    if (byte >= 128) continue;
    words.push_back(word);
    word = shift = 0;
  }
  return shift == 0;
}

std::string sources_text(const Branching& branching) {
  std::string text;
  for (const BranchSource& source : branching.sources)
    text += fmt::format("{}{} % {} ({}:{})", text.empty() ? "most branches: " : ", ", source.share, source.operation,
                        source.file, source.line);
  return text;
}

std::string suggestions_text(const Branching& branching) {
  if (branching.suggestions.empty()) return {};
  // What makes the program smaller lets the search end; an option lets it look at a part, and never says verified.
  std::vector<std::string> smaller, options;
  for (const std::string& text : branching.suggestions) (text.starts_with("--") ? options : smaller).push_back(text);
  std::string text = smaller.empty() ? "" : fmt::format("to get to an end, try {}", fmt::join(smaller, " or "));
  if (!options.empty())
    text += fmt::format("{}to look for bugs in a part of it, {}", text.empty() ? "" : "; ", fmt::join(options, " or "));
  return text;
}

Message from_wire(std::string_view text) {
  try {
    Message message;
    if (text.starts_with(kStored)) {
      message.stored.emplace().bytes = text.substr(kStored.size());
      return message;
    }
    const Json j = Json::parse(text);
    read_if_there(j, "bug", message.bug);
    read_if_there(j, "exploration", message.exploration);
    read_if_there(j, "divergence", message.divergence);
    read_if_there(j, "remark", message.remark);
    read_if_there(j, "branching", message.branching);
    read_if_there(j, "checkpoint", message.checkpoint);
    return message;
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace heddle
