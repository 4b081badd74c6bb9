// See test_cases.h. The lists:
//
//   GoogleTest   --gtest_list_tests: "Suite." or "Suite/0.  # TypeParam = int", below it "  Name" or "  Name/0  #
//   GetParam() = 1" Catch2 2.x   --list-test-names-only: one name a line; the exit status is how many
#include "run/test_cases.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "machine/machine.h"
#include "report/wire.h"
#include "run/isolation.h"

namespace heddle::run {
namespace {

using Words = std::vector<std::string>;

constexpr double kSecondsToList = 60;
constexpr std::uint64_t kMostSteps = 1'000'000;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool has(const Words& words, std::string_view word) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& w) { return w == word || w == std::string(word) + "=1"; });
}

// ---- GoogleTest ----

// A name without what follows it as a comment; empty: this is none.
std::string_view google_name(std::string_view line) {
  std::string_view name = line.substr(0, line.find("  # "));
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '/' && c != '.') return {};
  return name;
}

// GoogleTest lists them, but does not run them. A name may have a prefix: Instance/DISABLED_Suite/0.
bool is_disabled(const std::string& name) {
  constexpr std::string_view kDisabled = "DISABLED_";
  for (std::size_t at = name.find(kDisabled); at != std::string::npos; at = name.find(kDisabled, at + 1))
    if (at == 0 || name[at - 1] == '/' || name[at - 1] == '.') return true;
  return false;
}

Words read_google_list(const Words& arguments, std::string_view printed, int status) {
  Words names;
  if (status != 0) return names;
  const bool disabled_too = has(arguments, "--gtest_also_run_disabled_tests");
  std::string suite;
  for (const std::string_view line : lines_of(printed)) {
    if (line.starts_with("  ")) {
      const std::string_view name = google_name(line.substr(2));
      if (suite.empty() || name.empty() || name.back() == '.') return {};  // whatever it is, it is no list
      names.push_back(suite + std::string(name));
      if (!disabled_too && is_disabled(names.back())) names.pop_back();
      continue;
    }
    // Lines before the list are main's: "Running main() from ..."
    const std::string_view name = google_name(line);
    if (!name.empty() && name.back() == '.')
      suite = name;
    else if (!suite.empty())
      return {};
  }
  return names;
}

// ---- Catch2 ----

constexpr std::array<std::string_view, 26> kCatchOptionsWithValue = {"-o",
                                                                     "--out",
                                                                     "-r",
                                                                     "--reporter",
                                                                     "-n",
                                                                     "--name",
                                                                     "-x",
                                                                     "--abortx",
                                                                     "-w",
                                                                     "--warn",
                                                                     "-d",
                                                                     "--durations",
                                                                     "-D",
                                                                     "--min-duration",
                                                                     "-f",
                                                                     "--input-file",
                                                                     "-c",
                                                                     "--section",
                                                                     "-v",
                                                                     "--verbosity",
                                                                     "--order",
                                                                     "--rng-seed",
                                                                     "--use-colour",
                                                                     "--wait-for-keypress",
                                                                     "--benchmark-samples",
                                                                     "--benchmark-resamples"};

// Without the names that choose tests: several of them mean any of them.
Words catch_options(const Words& arguments) {
  Words options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].size() < 2 || arguments[i][0] != '-') continue;
    options.push_back(arguments[i]);
    const auto& known = kCatchOptionsWithValue;
    if (std::find(known.begin(), known.end(), arguments[i]) != known.end() && i + 1 < arguments.size())
      options.push_back(arguments[++i]);
  }
  return options;
}

Words read_catch_list(std::string_view printed, int status) {
  Words names;
  for (std::string_view line : lines_of(printed)) {
    if (line.size() > 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);  // "#..."
    if (line.empty()) return {};
    names.emplace_back(line);
  }
  constexpr std::size_t kMostStatus = 255;
  if (std::min(names.size(), kMostStatus) != static_cast<std::size_t>(status)) return {};
  return names;
}

// As a filter that this name alone satisfies.
std::string catch_filter(const std::string& name) {
  std::string out;
  for (const char c : name) {
    if (c == '\\' || c == ',' || c == '[' || c == ']' || c == '"' || c == '*' || c == '~') out += '\\';
    out += c;
  }
  return out;
}

// ---- running ----

struct Printed {
  int status = 0;
  std::string text;
};

// One order of the threads, if there are any.
std::optional<Printed> run_once(const Image& image, CheckOptions options) {
  options.exit_statuses.clear();
  options.scope.reset();
  ThreadNames names(process_names(options.processes));
  Journal journal;
  Round round;
  Machine machine(image, options, journal, nullptr, names, round);
  machine.start();
  for (std::uint64_t n = 0; n < kMostSteps && machine.status() == Status::Running; ++n) {
    const auto pending = machine.pending();
    const auto next = std::find_if(pending.begin(), pending.end(), [](const Pending& p) { return p.enabled; });
    if (next == pending.end()) return std::nullopt;
    machine.step(next->thread, Choice{0});
  }
  if (machine.status() != Status::Finished) return std::nullopt;
  return Printed{machine.exit_status(), machine.output()};
}

}  // namespace

CaseFramework framework_of(const Image& image) {
  if (image.runs_google_test == image.runs_catch) return CaseFramework::None;  // neither, or who knows
  return image.runs_google_test ? CaseFramework::GoogleTest : CaseFramework::Catch2;
}

Words listing_arguments(CaseFramework framework, Words arguments) {
  arguments.emplace_back(framework == CaseFramework::GoogleTest ? "--gtest_list_tests" : "--list-test-names-only");
  return arguments;
}

Words case_arguments(CaseFramework framework, const Words& arguments, const std::string& name) {
  Words words = framework == CaseFramework::GoogleTest ? arguments : catch_options(arguments);
  words.push_back(framework == CaseFramework::GoogleTest ? "--gtest_filter=" + name : catch_filter(name));
  return words;
}

Words read_list(CaseFramework framework, const Words& arguments, std::string_view printed, int status) {
  return framework == CaseFramework::GoogleTest ? read_google_list(arguments, printed, status)
                                                : read_catch_list(printed, status);
}

Words list_cases(const Image& image, const CheckOptions& asked) {
  const CaseFramework framework = framework_of(image);
  if (framework == CaseFramework::None) return {};
  // Somebody wants to see a list, or what the options are.
  for (const char* const word : {"--gtest_list_tests", "--help", "-h", "-?", "-l", "-t", "--list-tests", "--list-tags",
                                 "--list-test-names-only", "--list-reporters"})
    if (has(asked.arguments, word)) return {};
  SharedState* shared = make_shared_state();
  if (shared == nullptr) return {};
  CheckOptions options = asked;
  options.arguments = listing_arguments(framework, asked.arguments);
  std::string answer;
  WatchLimits limits;
  limits.seconds = kSecondsToList;
  run_isolated(
      *shared, limits,
      [&](int descriptor) {
        const std::optional<Printed> printed = run_once(image, options);
        if (!printed) return 1;
        return send_message(descriptor, to_wire(Remark{std::to_string(printed->status) + "\n" + printed->text})) ? 0
                                                                                                                 : 1;
      },
      [&](Message message) {
        if (message.remark) answer = message.remark->text;
      });
  int status = 0;
  const std::size_t line = answer.find('\n');
  if (line == std::string::npos || std::from_chars(answer.data(), answer.data() + line, status).ec != std::errc{})
    return {};
  return read_list(framework, asked.arguments, std::string_view(answer).substr(line + 1), status);
}

}  // namespace heddle::run
