// See junit_report.h.
#include "report/junit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace heddle {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// The length of the character at `at`, 0 if it is none that XML allows.
std::size_t character_length(std::string_view text, std::size_t at) {
  const unsigned char first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' ? (first == 0x7f ? 0 : 1) : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  std::uint32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned char next = static_cast<unsigned char>(text[at + i]);
    if ((next & 0xC0u) != 0x80) return 0;
    code = code << 6 | (next & 0x3Fu);
  }
  const bool too_long = (length == 3 && code < 0x800) || (length == 4 && (code < 0x10000 || code > 0x10FFFF));
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return too_long || surrogate || (code & 0xFFFE) == 0xFFFE ? 0 : length;
}

// What became of one test, in the words of a test report.
struct CaseOutcome {
  const char* element = nullptr;  // null: passed
  std::string type, message, text;
};

struct Case {
  std::string name;
  CaseOutcome outcome;
};

std::string quiet_line(const Bug& bug) {
  std::string line = first_line(bug, TextStyle{});
  while (!line.empty() && line.back() == '\n') line.pop_back();
  return line;
}

CaseOutcome outcome_of(const Result& result, const TextStyle& style) {
  CaseOutcome outcome;
  if (result.verdict == Verdict::Verified) return outcome;
  outcome.element = result.verdict == Verdict::Bug ? "failure" : "error";
  outcome.text = result.verdict == Verdict::Error ? result.message : to_text(result, style);
  if (result.verdict == Verdict::Bug && !result.bugs.empty()) {
    outcome.type = name_of(result.bugs[0].kind);
    outcome.message = quiet_line(result.bugs[0]);
    if (result.bugs.size() > 1) outcome.message += fmt::format(" (and {} more)", result.bugs.size() - 1);
  } else {
    outcome.type = name_of(result.verdict);
    outcome.message = result.verdict == Verdict::Error ? result.message.substr(0, result.message.find('\n'))
                      : result.limits.empty()          ? "not everything was covered"
                                                       : result.limits[0];
  }
  return outcome;
}

// What is known of one test of the program: its verdict and its bugs.
Result part_of(const Result& result, const TestResult& test) {
  Result part = result;
  part.tests = {test};
  part.verdict = test.verdict;
  part.complete = test.complete;
  std::erase_if(part.bugs, [&](const Bug& bug) {
    return std::find(test.bugs.begin(), test.bugs.end(), bug.id) == test.bugs.end();
  });
  return part;
}

std::vector<Case> cases_of(const Result& result, const std::string& name, const TextStyle& style) {
  std::vector<Case> cases;
  std::vector<std::string> told;  // ids of bugs that belong to a test
  for (const TestResult& test : result.tests) {
    cases.push_back({test.name, outcome_of(part_of(result, test), style)});
    told.insert(told.end(), test.bugs.begin(), test.bugs.end());
  }
  // What no test accounts for: a bug outside of all of them, an error, a run that was cut off elsewhere.
  Result rest = result;
  rest.tests.clear();
  std::erase_if(rest.bugs, [&](const Bug& bug) { return std::find(told.begin(), told.end(), bug.id) != told.end(); });
  const bool accounted =
      !cases.empty() && rest.bugs.empty() && std::any_of(cases.begin(), cases.end(), [&](const Case& one) {
        return result.verdict == Verdict::Verified || one.outcome.element != nullptr;
      });
  if (!accounted) cases.push_back({name, outcome_of(rest, style)});
  return cases;
}

}  // namespace

std::string xml_text(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text, i);
    const char c = text[i];
    if (length == 0)
      out += kReplacement;
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\n')
      out += "&#10;";
    else if (c == '\t')
      out += "&#9;";
    else
      out.append(text, i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return out;
}

void JunitReporter::report(const Result& result) {
  TextStyle style = style_;
  style.color = style.quiet = style.stats = false;
  style.width = 100;
  const std::vector<Case> cases = cases_of(result, name_, style);
  const auto ended_as = [&](const char* element) {
    return std::count_if(cases.begin(), cases.end(), [&](const Case& one) {
      return one.outcome.element != nullptr && std::string_view(one.outcome.element) == element;
    });
  };
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", cases.size(),
                                         ended_as("failure"), ended_as("error"), result.stats.wall_ms / 1000);
  fmt::print(
      out_,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n<testsuite name=\"{1}\" {0} skipped=\"0\">\n",
      counts, xml_text(name_));
  for (const Case& one : cases) {
    const std::string time =
        cases.size() == 1 ? fmt::format(" time=\"{:.3f}\"", result.stats.wall_ms / 1000) : std::string{};
    fmt::print(out_, "<testcase classname=\"{}\" name=\"{}\"{}", xml_text(name_), xml_text(one.name), time);
    if (one.outcome.element == nullptr) {
      fmt::print(out_, "/>\n");
      continue;
    }
    fmt::print(out_, ">\n<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n</testcase>\n", one.outcome.element,
               one.outcome.type, xml_text(one.outcome.message), xml_text(one.outcome.text));
  }
  fmt::print(out_, "</testsuite>\n</testsuites>\n");
}

}  // namespace heddle
