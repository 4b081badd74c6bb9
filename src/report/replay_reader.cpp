// Reading a replay file is strict: whatever is not exactly as the writer makes it is an error with its line number, and
// no number in the file can make the reader allocate more than a fixed amount. Main: parse_replay (class Parser).
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "report/options_text.h"
#include "report/quoted_text.h"
#include "report/replay_file.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heddle {
namespace {

constexpr std::size_t kLongestSchedule = 10'000'000;
constexpr std::size_t kMostStrings = 100'000;

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
    if (key == "thread") return thread_entry(value);
    if (key == "source") return source_entry(value);
    if (key == "visible-bytes") return bytes_entry(value);
    if (key == "loop-bound") return loop_entry(value);
    if (key == "every-round") return every_round_entry(value);
    if (key == "operation") return operation_entry(value);
    if (line == "operations") return operations_entry();
    if (key == "bug") return bug_entry(value);
    if (key == "schedule") return schedule_entry(value);
    const OptionReader::Taken taken = options_.take(line);
    if (taken == OptionReader::Taken::Wrong) error_ = options_.error();
    return taken == OptionReader::Taken::Yes;
  }

  bool text_entry(std::string_view value, std::vector<std::string>& into) {
    auto text = without_quotes(value);
    if (!text) return false;
    if (into.size() >= kMostStrings) return wrong("too many entries of this kind");
    if (text->find('\0') != std::string::npos) return wrong("a zero byte in a name");
    into.push_back(std::move(*text));
    return true;
  }

  bool thread_entry(std::string_view value) {
    const auto text = without_quotes(value);
    if (!text) return false;
    if (names_.size() == 1) names_ = ThreadNames(process_names(file_.options.processes));
    if (names_.size() >= kMaxThreads) return wrong("too many threads");
    if (!names_.add(*text)) return wrong("not a thread name, or its parent is missing: " + printable(*text));
    return true;
  }

  bool bug_entry(std::string_view value) {
    const std::size_t space = value.find(' ');
    if (space == std::string_view::npos) return false;
    const auto kind = bug_kind(std::string(value.substr(0, space)));
    if (!kind) return wrong("unknown kind of bug");
    file_.kind = *kind;
    return has_bug_ = read_word(value.substr(space + 1), file_.id);
  }

  bool schedule_entry(std::string_view value) {
    if (has_schedule_ || !parse_number(value, expected_steps_)) return false;
    if (expected_steps_ > kLongestSchedule) return wrong("the schedule is too long");
    return has_schedule_ = true;
  }

  bool source_entry(std::string_view value) {
    const std::size_t space = value.rfind(' ');
    SourceHash source;
    if (space == std::string_view::npos || !read_quoted(value.substr(0, space), {&source.path})) return false;
    if (!parse_number(value.substr(space + 1), source.hash, 16)) return false;
    if (file_.sources.size() >= kMostStrings) return wrong("too many entries of this kind");
    file_.sources.push_back(std::move(source));
    return true;
  }

  bool bytes_entry(std::string_view value) {
    const std::size_t space = value.find(' ');
    ByteRange range;
    if (space == std::string_view::npos || !parse_number(value.substr(0, space), range.begin, 16)) return false;
    if (!parse_number(value.substr(space + 1), range.size) || range.begin + range.size < range.begin) return false;
    if (file_.round.visible.size() >= kMostStrings) return wrong("too many entries of this kind");
    file_.round.visible.push_back(range);
    return true;
  }

  bool loop_entry(std::string_view value) {
    const std::size_t space = value.find(' ');
    std::uint32_t site = 0;
    if (space == std::string_view::npos || !parse_number(value.substr(0, space), site)) return false;
    if (!parse_number(value.substr(space + 1), file_.round.loop_bound.rounds)) return false;
    if (file_.round.loop_bound.sites.size() >= kMostStrings) return wrong("too many entries of this kind");
    file_.round.loop_bound.sites.push_back(site);
    return true;
  }

  bool every_round_entry(std::string_view value) {
    file_.round.loop_bound.every_round = value == "yes";
    return value == "yes";
  }

  bool operation_entry(std::string_view value) {
    StepPlace place;
    if (!read_quoted(value, {&place.operation, &place.function, &place.place})) return false;
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
    return {std::move(file_), 0, {}};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 0;
  std::string error_;
  ReplayFile file_;
  ThreadNames names_;
  OptionReader options_{file_.options};
  std::size_t expected_steps_ = 0;
  bool has_program_ = false, has_bug_ = false, has_schedule_ = false, has_operations_ = false;
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
