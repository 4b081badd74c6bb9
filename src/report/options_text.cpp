// See options_text.h. each_field is the list; ReplayLines, Taking and ExploredWords are what is done with each field.
#include "report/options_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <concepts>
#include <utility>

#include "report/quoted_text.h"

namespace heddle {
namespace {

constexpr std::size_t kMostEntries = 100'000;  // of one kind
constexpr const char* kTooMany = "too many entries of this kind";

// Where a field is kept.
struct Kept {
  const char* key = nullptr;     // of its lines in a replay file; nullptr: a replay does not need it
  const char* option = nullptr;  // as a checkpoint names it; nullptr: does not decide what is explored
  ReplayPart part = ReplayPart::Program;
};

void kept_nowhere(const auto&...) {}

// In the order of a replay file.
template <class Visit>
void each_field(auto& options, Visit visit) {
  auto& [search, detector, properties, visible, bounds, seed, pct_depth, heuristics, shortest, keep_going, known_bugs,
         baseline_file, stops_at_new_bug, spurious_wakeups, strict, lossy, no_sleep, is_first_try, explain_pruning,
         exact_states, detect_nondeterminism, keeps_frontier, checkpoint_seconds, ignore, ignore_file, classes,
         classes_file, stdin_file, keep_files, nondet, scope, earlier_scopes, arguments, processes, crashes,
         program_name, lent_memory, exit_statuses] = options;
  auto& [executions, transitions, depth, seconds, memory_mb, preemptions] = bounds;

  visit(Kept{.option = "--search"}, search);  // a replay has its schedule
  visit(Kept{.key = "argument", .option = "--"}, arguments);
  visit(Kept{.key = "process", .option = "--process"}, processes);
  visit(Kept{.key = "crash-process", .option = "--crash-process"}, crashes);
  visit(Kept{.key = "visible", .option = "--visible"}, visible);
  visit(Kept{.key = "detector", .option = "--detector"}, detector);
  visit(Kept{.key = "property", .option = "--property"}, properties);
  visit(Kept{.key = "exit-status", .option = "--exit-status"}, exit_statuses);
  visit(Kept{.key = "stdin", .option = "--stdin"}, stdin_file);
  visit(Kept{.key = "spurious-wakeups", .option = "--spurious-wakeups"}, spurious_wakeups);
  visit(Kept{.key = "keep-going", .option = "--keep-going"}, keep_going);  // earlier races were passed over
  visit(Kept{.key = "strict", .option = "--strict"}, strict);
  visit(Kept{.key = "lossy", .option = "--lossy"}, lossy);
  visit(Kept{.option = "--max-depth"}, depth);
  visit(Kept{.option = "--preemptions"}, preemptions);
  visit(Kept{.option = "--no-sleep"}, no_sleep);
  visit(Kept{.option = "--heuristics"}, heuristics);
  visit(Kept{.option = "--shortest"}, shortest);
  visit(Kept{.option = "--exact"}, exact_states);
  visit(Kept{.key = "ignore", .option = "--ignore:", .part = ReplayPart::Accepted}, ignore);
  visit(Kept{.key = "initialiser", .option = "--classes:", .part = ReplayPart::Accepted}, classes);
  visit(Kept{.key = "nondet", .option = "--nondet", .part = ReplayPart::Inputs}, nondet);
  visit(Kept{.key = "scope", .part = ReplayPart::Inputs}, scope);  // a program with scopes has no checkpoint
  visit(Kept{.key = "earlier-scope", .part = ReplayPart::Inputs}, earlier_scopes);

  kept_nowhere(executions, transitions, seconds, memory_mb);  // may be raised
  kept_nowhere(seed, pct_depth);                              // of samplers, which have no checkpoint
  kept_nowhere(is_first_try, explain_pruning, detect_nondeterminism, keeps_frontier,
               checkpoint_seconds);                           // of one run of the tool
  kept_nowhere(ignore_file, classes_file);                    // their entries are kept
  kept_nowhere(known_bugs, baseline_file, stops_at_new_bug);  // goes with no checkpoint
  kept_nowhere(keep_files);                                   // of a replay itself
  kept_nowhere(program_name, lent_memory);                    // follow from the program
}

const char* visible_text(Visibility visible) { return visible == Visibility::All ? "all" : "sync"; }
const std::vector<int> kUsualStatus = {0};

// ---- a replay file ----

// Words stand as they are, whatever else is a text in quotes.
bool is_word(const Kept& kept) { return kept.key == std::string_view("detector"); }

struct ReplayLines {
  ReplayPart part;
  std::string text;

  void operator()(const Kept& kept, const auto& field) {
    if (kept.key != nullptr && kept.part == part) write(kept, field);
  }
  void line(const Kept& kept, std::string_view value) { text += fmt::format("{} {}\n", kept.key, value); }

  void write(const Kept& kept, bool set) {
    if (set) text += fmt::format("{}\n", kept.key);
  }
  void write(const Kept& kept, const std::string& value) {
    if (is_word(kept)) return line(kept, value);
    if (!value.empty()) line(kept, in_quotes(value));
  }
  void write(const Kept& kept, std::uint64_t number) {
    if (number != 0) line(kept, fmt::format("{}", number));
  }
  void write(const Kept& kept, Visibility visible) { line(kept, visible_text(visible)); }
  template <std::integral Number>
  void write(const Kept& kept, const std::optional<Number>& number) {
    if (number) line(kept, fmt::format("{}", *number));
  }
  void write(const Kept& kept, const std::vector<std::string>& texts) {
    for (const std::string& value : texts) line(kept, in_quotes(value));
  }
  void write(const Kept& kept, const std::vector<BugKind>& kinds) {
    for (const BugKind kind : kinds) line(kept, name_of(kind));
  }
  void write(const Kept& kept, const std::vector<Verdict>& verdicts) {
    for (const Verdict verdict : verdicts) line(kept, name_of(verdict));
  }
  void write(const Kept& kept, const std::vector<int>& statuses) {
    if (statuses.empty()) line(kept, "any");
    for (const int status : statuses)
      if (statuses != kUsualStatus) line(kept, fmt::format("{}", status));
  }
  void write(const Kept& kept, const std::vector<IgnoreEntry>& entries) {
    for (const IgnoreEntry& entry : entries) line(kept, in_quotes(to_text(entry)));
  }
  void write(const Kept&, const Heuristics&) {}  // of a search
  // The other classes are about searches.
  void write(const Kept& kept, const std::vector<ClassEntry>& entries) {
    for (const ClassEntry& entry : entries)
      if (entry.location_class == LocationClass::Initialised) line(kept, in_quotes(to_text(entry)));
  }
};

// Reads the value of a line into its field.
struct Taking {
  std::string_view value;
  bool& has_exit_statuses;
  std::string& error;

  bool wrong(std::string message) {
    error = std::move(message);
    return false;
  }
  bool has_room(const auto& list) { return list.size() < kMostEntries || wrong(kTooMany); }
  bool read_text(std::string& into) {
    auto text = without_quotes(value);
    if (!text) return false;
    if (text->find('\0') != std::string::npos) return wrong("a zero byte in a name");
    into = std::move(*text);
    return true;
  }

  bool read(const Kept& kept, std::string& into) { return is_word(kept) ? read_word(value, into) : read_text(into); }
  bool read(const Kept&, Visibility& into) {
    if (value != "sync" && value != "all") return false;
    into = value == "all" ? Visibility::All : Visibility::Sync;
    return true;
  }
  bool read(const Kept&, std::uint64_t& into) { return parse_number(value, into); }
  template <std::integral Number>
  bool read(const Kept&, std::optional<Number>& into) {
    return parse_number(value, into.emplace());
  }
  bool read(const Kept&, std::vector<std::string>& into) { return has_room(into) && read_text(into.emplace_back()); }
  bool read(const Kept&, std::vector<BugKind>& into) {
    const auto kind = bug_kind(std::string(value.substr(0, 32)));
    if (!kind) return wrong("unknown kind of bug");
    if (std::find(into.begin(), into.end(), *kind) == into.end()) into.push_back(*kind);
    return true;
  }
  bool read(const Kept&, std::vector<Verdict>& into) {
    if (!has_room(into)) return false;
    for (const Verdict verdict : {Verdict::Verified, Verdict::Bug, Verdict::Inconclusive})
      if (value == name_of(verdict)) return into.push_back(verdict), true;
    return wrong("not a verdict: " + printable(value));
  }
  // The entries replace the default.
  bool read(const Kept&, std::vector<int>& into) {
    if (!std::exchange(has_exit_statuses, true)) into.clear();
    if (value == "any") return into.empty();
    if (into.size() >= 256) return wrong(kTooMany);
    return parse_number(value, into.emplace_back());
  }
  bool read(const Kept&, std::vector<IgnoreEntry>& into) {
    std::string text;
    if (!read_quoted(value, {&text})) return false;
    IgnoreReading reading = parse_ignore(text);
    if (!reading.error.empty()) return wrong(reading.error);
    if (reading.entries.size() != 1) return false;
    if (!has_room(into)) return false;
    reading.entries[0].line = static_cast<unsigned>(into.size()) + 1;
    into.push_back(std::move(reading.entries[0]));
    return true;
  }
  bool read(const Kept&, Heuristics&) { return false; }  // no replay file has them
  bool read(const Kept&, std::vector<ClassEntry>& into) {
    std::string text;
    if (!read_quoted(value, {&text})) return false;
    ClassReading reading = parse_classes(text);
    if (!reading.error.empty()) return wrong(reading.error);
    if (reading.entries.size() != 1 || reading.entries[0].location_class != LocationClass::Initialised) return false;
    if (!has_room(into)) return false;
    into.push_back(std::move(reading.entries[0]));
    return true;
  }
};

// ---- a checkpoint ----

struct ExploredWords {
  std::vector<std::string> words;
  std::string last;  // the program's arguments

  void operator()(const Kept& kept, const auto& field) {
    if (kept.option != nullptr) add(kept.option, field);
  }
  void word(const char* option, std::string_view value) { words.push_back(fmt::format("{} {}", option, value)); }

  void add(const char* option, bool set) {
    if (set) words.emplace_back(option);
  }
  void add(const char* option, const std::string& value) {
    if (!value.empty()) word(option, value);
  }
  void add(const char* option, const Heuristics& on) {
    std::vector<const char*> names;
    if (on.writes_first) names.push_back("wf");
    if (on.watch_written) names.push_back("ww");
    if (on.avoid_release_acquire) names.push_back("ara");
    if (on.acquire_first) names.push_back("af");
    constexpr std::size_t kAll = 4;  // which is usual
    if (names.size() < kAll) word(option, on.any() ? fmt::format("{}", fmt::join(names, ",")) : "none");
  }
  void add(const char* option, Visibility visible) { word(option, visible_text(visible)); }
  template <std::integral Number>
  void add(const char* option, const std::optional<Number>& number) {
    if (number) word(option, fmt::format("{}", *number));
  }
  void add(const char* option, const std::vector<BugKind>& kinds) {
    std::vector<std::string> names;
    for (const BugKind kind : kinds) names.emplace_back(name_of(kind));
    word(option, fmt::format("{}", fmt::join(names, ",")));
  }
  void add(const char* option, const std::vector<int>& statuses) {
    if (statuses != kUsualStatus) word(option, fmt::format("{}", fmt::join(statuses, ",")));
  }
  void add(const char* option, std::uint64_t number) {
    if (number != 0) word(option, fmt::format("{}", number));
  }
  void add(const char* option, const std::vector<std::string>& arguments) {
    if (option != std::string_view("--")) {
      for (const std::string& value : arguments) word(option, value);
      return;
    }
    if (!arguments.empty()) last = fmt::format("{} {}", option, fmt::join(arguments, " "));
  }
  template <class Entry>
    requires requires(const Entry& entry) { to_text(entry); }
  void add(const char* option, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) word(option, to_text(entry));
  }
  void add(const char*, const std::vector<Verdict>&) {}  // only where there are scopes
};

}  // namespace

std::string replay_lines(const CheckOptions& options, ReplayPart part) {
  ReplayLines lines{part, {}};
  each_field(options, [&](const Kept& kept, const auto& field) { lines(kept, field); });
  return std::move(lines.text);
}

OptionReader::Taken OptionReader::take(std::string_view line) {
  const std::size_t space = line.find(' ');
  const std::string_view key = line.substr(0, space);
  Taking taking{space == std::string_view::npos ? std::string_view{} : line.substr(space + 1), has_exit_statuses_,
                error_};
  Taken taken = Taken::Unknown;
  each_field(into_, [&]<class Field>(const Kept& kept, Field& field) {
    if (kept.key == nullptr || kept.key != key) return;
    bool good = false;
    if constexpr (std::same_as<Field, bool>)
      good = field = line == key;
    else
      good = taking.read(kept, field);
    taken = good ? Taken::Yes : Taken::Wrong;
  });
  return taken;
}

std::string explored_options(const CheckOptions& options) {
  ExploredWords explored;
  each_field(options, [&](const Kept& kept, const auto& field) { explored(kept, field); });
  if (!explored.last.empty()) explored.words.push_back(std::move(explored.last));
  std::string text = fmt::format("{}", fmt::join(explored.words, "; "));
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace heddle
