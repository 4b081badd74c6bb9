// Reading a replay file is strict: whatever is not exactly as the writer makes it is an error with its line number, and
// no number in the file can make the reader allocate more than a fixed amount. Main: parse_replay (class Parser).
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

#include "report/replay_file.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heddle {
namespace {

constexpr std::size_t kLongestSchedule = 10'000'000;
constexpr std::size_t kMostStrings = 100'000;

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  return std::nullopt;
}

std::optional<std::string> without_quotes(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return std::nullopt;
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    if (text[i] == '"' || text[i] == '\\') {
      out += text[i];
      continue;
    }
    if (text[i] != 'x' || i + 2 >= text.size()) return std::nullopt;
    const auto high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
    if (!high || !low) return std::nullopt;
    out += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return out;
}

template <class T>
bool parse_number(std::string_view text, T& value, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  ReplayReading run() {
    std::string_view line;
    if (!next(line) || line.substr(0, 14) != "heddle-replay ") return failed("not a Heddle replay file");
    if (line.substr(14) != "1")
      return failed("replay file of another version of Heddle: " + printable(line.substr(14)));
    bool complete = false;
    while (!complete) {
      if (!next(line)) return failed("the file ends early: 'end' is missing");
      complete = line == "end";
      if (!complete && !entry(line)) return failed(error_.empty() ? "not understood: " + printable(line) : error_);
    }
    while (next(line))
      if (!line.empty()) return failed("text after 'end'");
    return finish();
  }

 private:
  bool next(std::string_view& line) {
    if (at_ >= text_.size()) return false;
    std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) end = text_.size();
    line = text_.substr(at_, end - at_);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    at_ = end + 1;
    ++line_;
    return true;
  }

  static std::string printable(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, 40)) out += c >= 0x20 && c < 0x7f ? c : '?';
    return "'" + out + "'";
  }

  ReplayReading failed(std::string message) const { return {std::nullopt, line_, std::move(message)}; }
  bool wrong(std::string message) {
    error_ = std::move(message);
    return false;
  }

  bool entry(std::string_view line) {
    if (line.substr(0, 2) == "  ") return steps(line);
    const std::size_t space = line.find(' ');
    const std::string_view key = line.substr(0, space);
    const std::string_view value = space == std::string_view::npos ? std::string_view{} : line.substr(space + 1);
    if (key == "program") return has_program_ = parse_number(value, file_.program_hash, 16);
    if (key == "file") return text_entry(value, file_.files);
    if (key == "flag") return text_entry(value, file_.flags);
    if (key == "argument") return text_entry(value, file_.arguments);
    if (key == "thread") return thread_entry(value);
    if (key == "stdin") return stdin_entry(value);
    if (key == "visible") return visible_entry(value);
    if (key == "source") return source_entry(value);
    if (key == "ignore") return ignore_entry(value);
    if (key == "initialiser") return initialiser_entry(value);
    if (key == "visible-bytes") return bytes_entry(value);
    if (key == "loop-bound") return loop_entry(value);
    if (key == "operation") return operation_entry(value);
    if (line == "operations") return operations_entry();
    if (key == "detector") return word_entry(value, file_.detector);
    if (key == "property") return property_entry(value);
    if (key == "exit-status") return exit_entry(value);
    if (key == "bug") return bug_entry(value);
    if (key == "schedule") return schedule_entry(value);
    if (key == "nondet") return parse_number(value, file_.nondet.emplace());
    if (key == "scope") return parse_number(value, file_.scope.emplace());
    if (key == "earlier-scope") return scope_entry(value);
    if (line == "spurious-wakeups") return file_.spurious_wakeups = true;
    if (line == "keep-going") return file_.keep_going = true;
    if (line == "strict") return file_.strict = true;
    return false;
  }

  bool text_entry(std::string_view value, std::vector<std::string>& into) {
    auto text = without_quotes(value);
    if (!text) return false;
    if (into.size() >= kMostStrings) return wrong("too many entries of this kind");
    if (text->find('\0') != std::string::npos) return wrong("a zero byte in a name");
    into.push_back(std::move(*text));
    return true;
  }

  bool scope_entry(std::string_view value) {
    if (file_.earlier_scopes.size() >= kMostStrings) return wrong("too many entries of this kind");
    for (const Verdict verdict : {Verdict::Verified, Verdict::Bug, Verdict::Inconclusive})
      if (value == name_of(verdict)) return file_.earlier_scopes.push_back(verdict), true;
    return wrong("not a verdict: " + printable(value));
  }

  bool stdin_entry(std::string_view value) {
    std::vector<std::string> texts;
    if (!text_entry(value, texts)) return false;
    file_.stdin_file = texts[0];
    return true;
  }

  bool thread_entry(std::string_view value) {
    const auto text = without_quotes(value);
    if (!text) return false;
    if (names_.size() >= kMaxThreads) return wrong("too many threads");
    if (!names_.add(*text)) return wrong("not a thread name, or its parent is missing: " + printable(*text));
    return true;
  }

  bool visible_entry(std::string_view value) {
    if (value != "sync" && value != "all") return false;
    file_.visible = value == "all" ? Visibility::All : Visibility::Sync;
    return true;
  }

  static bool word_entry(std::string_view value, std::string& into) {
    if (value.empty() || value.size() > 64) return false;
    for (const char c : value)
      if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-') return false;
    into = value;
    return true;
  }

  bool property_entry(std::string_view value) {
    const auto kind = bug_kind(std::string(value.substr(0, 32)));
    if (!kind) return wrong("unknown kind of bug");
    if (std::find(properties_.begin(), properties_.end(), *kind) == properties_.end()) properties_.push_back(*kind);
    return true;
  }

  // The entries replace the default.
  bool exit_entry(std::string_view value) {
    if (!has_exit_statuses_) file_.exit_statuses.clear();
    has_exit_statuses_ = true;
    if (value == "any") return file_.exit_statuses.empty();
    if (file_.exit_statuses.size() >= 256) return wrong("too many entries of this kind");
    return parse_number(value, file_.exit_statuses.emplace_back());
  }

  bool bug_entry(std::string_view value) {
    const std::size_t space = value.find(' ');
    if (space == std::string_view::npos) return false;
    const auto kind = bug_kind(std::string(value.substr(0, space)));
    if (!kind) return wrong("unknown kind of bug");
    file_.kind = *kind;
    return has_bug_ = word_entry(value.substr(space + 1), file_.id);
  }

  bool schedule_entry(std::string_view value) {
    if (has_schedule_ || !parse_number(value, expected_steps_)) return false;
    if (expected_steps_ > kLongestSchedule) return wrong("the schedule is too long");
    return has_schedule_ = true;
  }

  // "one" "two" ...: as many as there is room for, and nothing else.
  bool texts(std::string_view value, std::initializer_list<std::string*> into) {
    for (std::string* text : into) {
      std::size_t end = 1;
      while (end < value.size() && value[end] != '"') end += value[end] == '\\' ? 2 : 1;
      auto piece = without_quotes(value.substr(0, end + 1));
      if (!piece || piece->find('\0') != std::string::npos) return false;
      if (value.size() > end + 1 && value[end + 1] != ' ') return false;
      *text = std::move(*piece);
      value.remove_prefix(std::min(end + 2, value.size()));
    }
    return value.empty();
  }

  bool source_entry(std::string_view value) {
    const std::size_t space = value.rfind(' ');
    SourceHash source;
    if (space == std::string_view::npos || !texts(value.substr(0, space), {&source.path})) return false;
    if (!parse_number(value.substr(space + 1), source.hash, 16)) return false;
    if (file_.sources.size() >= kMostStrings) return wrong("too many entries of this kind");
    file_.sources.push_back(std::move(source));
    return true;
  }

  bool ignore_entry(std::string_view value) {
    std::string text;
    if (!texts(value, {&text})) return false;
    IgnoreReading reading = parse_ignore(text);
    if (!reading.error.empty()) return wrong(reading.error);
    if (reading.entries.size() != 1) return false;
    if (file_.ignore.size() >= kMostStrings) return wrong("too many entries of this kind");
    reading.entries[0].line = static_cast<unsigned>(file_.ignore.size()) + 1;
    file_.ignore.push_back(std::move(reading.entries[0]));
    return true;
  }

  bool initialiser_entry(std::string_view value) {
    std::string text;
    if (!texts(value, {&text})) return false;
    ClassReading reading = parse_classes(text);
    if (!reading.error.empty()) return wrong(reading.error);
    if (reading.entries.size() != 1 || reading.entries[0].location_class != LocationClass::Initialised) return false;
    if (file_.initialisers.size() >= kMostStrings) return wrong("too many entries of this kind");
    file_.initialisers.push_back(std::move(reading.entries[0]));
    return true;
  }

  bool bytes_entry(std::string_view value) {
    const std::size_t space = value.find(' ');
    ByteRange range;
    if (space == std::string_view::npos || !parse_number(value.substr(0, space), range.begin, 16)) return false;
    if (!parse_number(value.substr(space + 1), range.size) || range.begin + range.size < range.begin) return false;
    if (file_.visible_bytes.size() >= kMostStrings) return wrong("too many entries of this kind");
    file_.visible_bytes.push_back(range);
    return true;
  }

  bool loop_entry(std::string_view value) {
    const std::size_t space = value.find(' ');
    std::uint32_t site = 0;
    if (space == std::string_view::npos || !parse_number(value.substr(0, space), site)) return false;
    if (!parse_number(value.substr(space + 1), file_.loop_bound.rounds)) return false;
    if (file_.loop_bound.sites.size() >= kMostStrings) return wrong("too many entries of this kind");
    file_.loop_bound.sites.push_back(site);
    return true;
  }

  bool operation_entry(std::string_view value) {
    StepPlace place;
    if (!texts(value, {&place.operation, &place.function, &place.place})) return false;
    if (file_.steps.places.size() >= kMostStrings) return wrong("too many entries of this kind");
    file_.steps.places.push_back(std::move(place));
    return true;
  }

  bool operations_entry() {
    if (has_operations_ || !has_schedule_) return false;
    if (file_.schedule.size() != expected_steps_) return wrong("fewer steps than announced");
    return has_operations_ = true;
  }

  bool steps(std::string_view line) {
    if (!has_schedule_) return wrong("steps before 'schedule'");
    for (std::size_t at = line.find_first_not_of(' '); at != std::string_view::npos;) {
      std::size_t end = line.find(' ', at);
      if (end == std::string_view::npos) end = line.size();
      if (!run_of_steps(line.substr(at, end - at))) return false;
      at = line.find_first_not_of(' ', end);
    }
    return true;
  }

  bool run_of_steps(std::string_view text) {
    std::size_t repetitions = 1;
    ScheduleStep step;
    if (const std::size_t star = text.find('*'); star != std::string_view::npos) {
      if (!parse_number(text.substr(star + 1), repetitions) || repetitions == 0) return wrong("wrong repetition count");
      text = text.substr(0, star);
    }
    if (has_operations_) return run_of_operations(text, repetitions);
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
      if (!parse_number(text.substr(colon + 1), step.choice)) return wrong("wrong choice");
      text = text.substr(0, colon);
    }
    if (!parse_number(text, step.thread.value)) return wrong("wrong step: " + printable(text));
    if (step.thread.index() >= names_.size()) return wrong("a step of a thread that the file does not name");
    if (repetitions > expected_steps_ - file_.schedule.size()) return wrong("more steps than announced");
    file_.schedule.insert(file_.schedule.end(), repetitions, step);
    return true;
  }

  bool run_of_operations(std::string_view text, std::size_t repetitions) {
    std::uint32_t number = 0;
    if (!parse_number(text, number)) return wrong("wrong number of an operation: " + printable(text));
    if (number >= file_.steps.places.size()) return wrong("an operation that the file does not name");
    if (repetitions > expected_steps_ - file_.steps.of_step.size()) return wrong("more operations than steps");
    file_.steps.of_step.insert(file_.steps.of_step.end(), repetitions, number);
    return true;
  }

  ReplayReading finish() {
    if (!has_program_) return failed("'program' is missing");
    if (file_.files.empty()) return failed("'file' is missing");
    if (!has_bug_) return failed("'bug' is missing");
    if (!has_schedule_) return failed("'schedule' is missing");
    if (file_.schedule.size() != expected_steps_) return failed("fewer steps than announced");
    if (has_operations_ && file_.steps.of_step.size() != expected_steps_) return failed("fewer operations than steps");
    file_.thread_names = names_.all();
    file_.properties = std::move(properties_);
    return {std::move(file_), 0, {}};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 0;
  std::string error_;
  ReplayFile file_;
  ThreadNames names_;
  std::vector<BugKind> properties_;
  std::size_t expected_steps_ = 0;
  bool has_program_ = false, has_bug_ = false, has_schedule_ = false, has_operations_ = false;
  bool has_exit_statuses_ = false;
};

}  // namespace

ReplayReading parse_replay(std::string_view text) { return Parser(text).run(); }

FileText read_text(const std::string& path, std::size_t largest) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return {{}, fmt::format("cannot open: {}", std::strerror(errno))};
  FileText out;
  char buffer[65536];
  while (std::size_t n = std::fread(buffer, 1, sizeof buffer, file)) {
    out.text.append(buffer, n);
    if (out.text.size() > largest) break;
  }
  if (std::ferror(file) != 0) out.error = fmt::format("cannot read: {}", std::strerror(errno));
  if (out.text.size() > largest) out.error = "too large";
  std::fclose(file);
  return out;
}

ReplayReading read_replay_file(const std::string& path) {
  const FileText file = read_text(path);
  if (!file.error.empty()) return {std::nullopt, 0, file.error};
  return parse_replay(file.text);
}

std::uint64_t hash_of_file(const std::string& path) {
  const FileText file = read_text(path);
  return file.error.empty() ? XXH3_64bits(file.text.data(), file.text.size()) : 0;
}

}  // namespace heddle
