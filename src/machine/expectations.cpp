// Expectations of test frameworks. Instrumented code calls heddle_expectation in the function of the framework that
// learns of every judged expectation (instrument/outcome_hooks.cpp); here its arguments are read: did an expectation
// fail, and does its test fail because of that? What follows the framework's version is the layout of a few classes,
// stated below as far as it is needed.
//
//   GoogleTest   1.8 and later. What EXPECT_NONFATAL_FAILURE and the like intercept does not come here.
//   Catch2       2.x. Not the tests with [!mayfail] or [!shouldfail]; not CHECK_NOFAIL.
//   doctest      2.4. Not the tests with may_fail, should_fail or expected_failures; not WARN.
//   Boost.Test   1.59 and later. Not BOOST_WARN; none at all once a test expects failures, which its exit status tells.
//
// A framework or version that is not known here still ends with an exit status other than 0: a bug of kind exit.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "machine/models.h"

namespace heddle {
namespace {

// std::string of libstdc++, as program memory holds it.
struct StringBytes {
  const char* text;
  std::size_t size;
  char rest[16];
};
static_assert(sizeof(StringBytes) == sizeof(std::string));

struct GoogleTestResult {
  int type;  // 0 success, 1 and 2 failures, 3 skipped
  StringBytes file;
  int line;
  StringBytes summary;
};

struct CatchText {  // StringRef
  const char* text;
  std::size_t size;
};
struct CatchResult {  // AssertionResult
  CatchText macro;
  const char* file;
  std::size_t line;
  CatchText expression;
  int disposition;
  StringBytes message, reconstructed;
  void* lazy[2];
  int type;
};
struct CatchTest {  // TestCaseInfo
  StringBytes name, class_name, description;
  void* tags[6];
  void* line[2];
  int properties;
};
struct CatchContext {  // RunContext
  void* tables[2];
  StringBytes name;
  void* context;
  const CatchTest* test;
};
constexpr int kCatchFailure = 0x10, kCatchSuppressed = 0x08, kCatchOkToFail = 1 << 2 | 1 << 3;

struct DoctestString {
  char bytes[24];
};
struct DoctestTest {  // TestCaseData
  DoctestString file;
  unsigned line;
  const char *name, *suite, *description;
  bool skip, no_breaks, no_output, may_fail, should_fail;
  int expected_failures;
};
struct DoctestResult {  // AssertData
  const DoctestTest* test;
  int kind;
  const char* file;
  int line;
  const char* expression;
  bool failed;
};
struct DoctestMessageData {  // MessageData
  DoctestString text;
  const char* file;
  int line;
  int kind;
};
constexpr int kDoctestWarning = 1;

struct BoostText {  // const_string
  const char *begin, *end;
};
enum BoostLevel : std::uint64_t { kBoostWarn, kBoostCheck, kBoostRequire };

struct Expectation {
  std::string file;
  unsigned line = 0;
  std::string text;
};

std::string text_of(const StringBytes& s) { return std::string(s.text, s.size); }

// In one line.
std::string joined(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

template <class T>
const T& at(std::uint64_t argument) {
  return *reinterpret_cast<const T*>(argument);
}

std::optional<Expectation> catch_failure(const CatchContext& context, const CatchResult& result) {
  if ((result.type & kCatchFailure) == 0 || (result.disposition & kCatchSuppressed) != 0) return std::nullopt;
  if (context.test != nullptr && (context.test->properties & kCatchOkToFail) != 0) return std::nullopt;
  std::string text(result.macro.text, result.macro.size);
  text += "( " + std::string(result.expression.text, result.expression.size) + " )";
  if (result.message.size > 0) text += ": " + text_of(result.message);
  return Expectation{result.file, static_cast<unsigned>(result.line), text};
}

std::optional<Expectation> doctest_failure(const DoctestResult& result) {
  if (!result.failed || (result.kind & kDoctestWarning) != 0) return std::nullopt;
  if (const DoctestTest* test = result.test; test != nullptr)
    if (test->may_fail || test->should_fail || test->expected_failures != 0) return std::nullopt;
  return Expectation{result.file, static_cast<unsigned>(result.line), result.expression};
}

std::optional<Expectation> boost_failure(bool passed, const BoostText& file, std::uint64_t line, std::uint64_t level) {
  if (passed || (level != kBoostCheck && level != kBoostRequire)) return std::nullopt;
  return Expectation{std::string(file.begin, file.end), static_cast<unsigned>(line), ""};
}

using Arguments = std::array<std::uint64_t, 5>;

// Empty: nothing failed that makes a test fail.
std::optional<Expectation> failed(Framework framework, const Arguments& arguments) {
  const auto [first, second, third, fourth, fifth] = arguments;
  switch (framework) {
    case Framework::GoogleTest: {
      const auto& result = at<GoogleTestResult>(second);
      if (result.type != 1 && result.type != 2) return std::nullopt;
      return Expectation{text_of(result.file), static_cast<unsigned>(std::max(result.line, 0)), text_of(result.summary)};
    }
    case Framework::Catch2:
      return catch_failure(at<CatchContext>(first), at<CatchResult>(second));
    case Framework::Doctest:
      return doctest_failure(at<DoctestResult>(first));
    case Framework::DoctestMessage: {
      const auto& message = at<DoctestMessageData>(first);
      if ((message.kind & kDoctestWarning) != 0) return std::nullopt;
      return Expectation{message.file, static_cast<unsigned>(message.line), "FAIL"};
    }
    case Framework::BoostTest:  // a result begins with whether it is true
      return boost_failure(at<bool>(first), at<BoostText>(third), fourth, fifth);
    case Framework::BoostExpectsFailures:
      break;
  }
  return std::nullopt;
}

}  // namespace

void Engine::expectation_failed(Failure failure) {
  if (!options.scope || in_explored_scope) fail(std::move(failure));
  if (failed_outside_ > 0) return;
  const auto same = [&](const Failure& other) { return other.key() == failure.key(); };
  const auto known = std::find_if(failed_expectations_.begin(), failed_expectations_.end(), same);
  const auto index = static_cast<std::uint32_t>(known - failed_expectations_.begin());
  if (known == failed_expectations_.end()) failed_expectations_.push_back(std::move(failure));
  journal.remember(failed_outside_);
  failed_outside_ = index + 1;
}

// The framework knows file and line; function and column are those of the frame that is there.
SourcePosition Engine::position_on_stack(const std::string& file, unsigned line) {
  static std::map<std::pair<std::string, unsigned>, SourcePosition> known;  // symbolising is slow
  const auto [entry, fresh] = known.try_emplace({file, line}, SourcePosition{file, line, 0, "<unknown>", false});
  SourcePosition& position = entry->second;
  if (!fresh || !image.symbolise) return position;
  for (const std::uintptr_t address : call_stack())
    for (const SourcePosition& frame : image.symbolise(address)) {
      if (frame.file != file) continue;
      position.function = frame.function;
      if (frame.line == line) position.column = frame.column;
      return position;
    }
  return position;
}

}  // namespace heddle

using namespace heddle;

extern "C" {

void heddle_returns(std::uint32_t site) {
  engine->journal.remember(engine->process().return_site);
  engine->process().return_site = SiteId(site);
}

void heddle_expectation(std::uint32_t framework, std::uint64_t first, std::uint64_t second, std::uint64_t third,
                        std::uint64_t fourth, std::uint64_t fifth) {
  ToolScope tool;
  if (Framework(framework) == Framework::BoostExpectsFailures) {
    engine->journal.remember(engine->failures_are_expected);
    engine->failures_are_expected |= second != 0;
  }
  const std::optional<Expectation> expectation = failed(Framework(framework), {first, second, third, fourth, fifth});
  if (!expectation || engine->failures_are_expected) return;
  Failure failure;
  failure.kind = BugKind::Assertion;
  failure.thread = engine->current;
  failure.position = engine->position_on_stack(expectation->file, expectation->line);
  failure.detail = "expectation failed";
  if (!expectation->text.empty()) failure.detail += ": " + joined(expectation->text);
  engine->expectation_failed(std::move(failure));
}
}
