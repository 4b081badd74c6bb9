// Reads the header of a test program. Strict: an unknown key, a number that is none or a missing expectation is a
// mistake of the test, and the test fails for it; a misspelt line must not switch a check off.
#include "expectation.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <regex>

namespace heddle::program_tests {
namespace {

const std::set<std::string> kBugKinds = {"race",   "deadlock", "livelock", "assertion", "crash",
                                         "memory", "misuse",   "exit",     "discipline"};
const std::set<std::string> kVerdicts = {"verified", "inconclusive", "error"};

// Words separated by blanks or commas; double quotes keep blanks inside a word.
std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> result;
  std::string word;
  bool quoted = false, any = false;
  for (char c : text) {
    if (c == '"') {
      quoted = !quoted;
      any = true;
    } else if (!quoted && (c == ' ' || c == ',' || c == '\t')) {
      if (any) result.push_back(word);
      word.clear();
      any = false;
    } else {
      word += c;
      any = true;
    }
  }
  if (any) result.push_back(word);
  return result;
}

class Reader {
 public:
  explicit Reader(Expectation& into) : e_(into) {}

  void line(const std::string& key, const std::string& detail, const std::string& value) {
    if (key == "expect") return outcome(value, detail.empty() ? e_.outcomes : e_.with[detail].outcomes);
    if (key == "lines") return numbers(value, e_.lines);
    if (key == "exit") return exit_statuses(value);
    if (key == "executions") return number(value, e_.executions[detail]);
    if (key == "blocked") return number(value, e_.blocked[detail]);
    if (key == "states") return number(value, e_.states[detail]);
    if (key == "cycle") return number(value, e_.cycle.emplace());
    if (key == "timeout") return number(value, e_.timeout);
    if (key == "signal")
      e_.signal = value;
    else if (key == "message")
      (detail.empty() ? e_.message : e_.with[detail].message) = value;
    else if (key == "primitive")
      primitive(value);
    else if (key == "assumes")
      assumption(value);
    else if (key == "search")
      e_.searches = words(value);
    else if (key == "detectors")
      e_.detectors = words(value);
    else if (key == "visible")
      e_.visibilities = words(value);
    else if (key == "flags")
      e_.flags = words(value);
    else if (key == "process")
      e_.processes.push_back(value);
    else if (key == "part")
      e_.part_of = value;
    else if (key == "input")
      e_.input = value;
    else if (key == "args")
      e_.arguments = words(value);
    else
      mistake("unknown key '" + key + "'");
  }

  void mistake(std::string text) { e_.mistakes.push_back(std::move(text)); }

 private:
  void outcome(const std::string& value, std::vector<ExpectedOutcome>& into) {
    static const std::regex form(R"((\w+)(?: on (.+))?)");
    std::smatch match;
    if (!std::regex_match(value, match, form)) return mistake("unreadable expectation '" + value + "'");
    ExpectedOutcome outcome{match[1], match[2]};
    if (!kBugKinds.contains(outcome.kind) && !kVerdicts.contains(outcome.kind))
      mistake("unknown expectation '" + outcome.kind + "'");
    if (!outcome.variable.empty() && outcome.kind != "race" && outcome.kind != "discipline")
      mistake("only a race or a breach of discipline is 'on' something");
    into.push_back(outcome);
  }

  void exit_statuses(const std::string& value) {
    e_.exit_statuses.emplace();
    if (value != "never") numbers(value, *e_.exit_statuses);
  }

  void primitive(const std::string& name) {
    if (name.empty()) mistake("a primitive without a name");
    e_.primitives.push_back(name);
  }

  void assumption(const std::string& text) {
    if (!e_.assumptions) e_.assumptions.emplace();
    if (text.empty()) mistake("an assumption without words");
    if (text != "nothing") e_.assumptions->push_back(text);
  }

  template <class T>
  void number(const std::string& text, T& into) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
    if (error != std::errc() || end != text.data() + text.size()) mistake("'" + text + "' is no number");
  }

  void numbers(const std::string& text, std::set<int>& into) {
    for (const std::string& word : words(text)) {
      int value = 0;
      number(word, value);
      into.insert(value);
    }
    if (into.empty()) mistake("empty list of numbers");
  }

  Expectation& e_;
};

void check_consistency(Expectation& e, Reader& reader) {
  if (!e.part_of.empty()) return;
  if (e.outcomes.empty()) reader.mistake("no '// expect:' line");
  if (e.outcomes.size() > 1 && !e.keeps_going()) reader.mistake("several expectations need '// flags: --keep-going'");
  if (e.outcomes.size() > 1 && !e.lines.empty()) reader.mistake("lines with several expectations are ambiguous");
  for (const ExpectedOutcome& o : e.outcomes)
    if (e.outcomes.size() > 1 && kVerdicts.contains(o.kind)) reader.mistake("'" + o.kind + "' stands alone");
  for (const auto& [detector, different] : e.with)
    if (different.outcomes.size() != 1) reader.mistake("not one '// expect(" + detector + "):' line");
  for (const auto* counts : {&e.executions, &e.blocked, &e.states})
    for (const auto& [search, count] : *counts)
      if (std::ranges::find(e.searches, search) == e.searches.end()) reader.mistake("numbers of a search not run");
  for (const std::string& v : e.visibilities)
    if (v != "sync" && v != "all") reader.mistake("unknown visibility '" + v + "'");
  if (e.primitives.empty() && e.file.parent_path().filename() == "matrix")
    reader.mistake("a program of the matrix has no '// primitive:' line");
}

}  // namespace

bool Expectation::expects_bug() const { return !outcomes.empty() && kBugKinds.contains(outcomes.front().kind); }

bool Expectation::keeps_going() const { return std::ranges::find(flags, "--keep-going") != flags.end(); }

bool Expectation::accepts_any_status() const {
  const auto is_exit = [](const ExpectedOutcome& outcome) { return outcome.kind == "exit"; };
  return exit_statuses && std::ranges::none_of(outcomes, is_exit) &&
         std::ranges::find(flags, "--exit-status") == flags.end();
}

Expectation Expectation::of_detector(const std::string& detector) const {
  Expectation e = *this;
  e.outcomes = with.at(detector).outcomes;
  e.message = with.at(detector).message;
  e.lines.clear();  // of another finding
  e.executions.clear();
  e.states.clear();
  return e;
}

int Expectation::exit_status() const {
  if (expects_bug()) return 1;
  const std::string kind = outcomes.empty() ? "" : outcomes.front().kind;
  return kind == "verified" ? 0 : kind == "error" ? 2 : 3;
}

Expectation read_expectation(const std::filesystem::path& file) {
  static const std::regex form(R"(\s*(?://|/\*|\*)\s*([a-z]+)(?:\(([^)]*)\))?:\s*(.*?)\s*(?:\*/)?\s*)");
  Expectation result;
  result.file = file;
  Reader reader(result);
  std::ifstream in(file);
  std::smatch match;
  for (std::string text; std::getline(in, text) && std::regex_match(text, match, form);)
    reader.line(match[1], match[2], match[3]);
  if (result.searches.empty()) result.searches = {"dfs", "dpor", "optimal"};
  if (result.visibilities.empty()) result.visibilities = {"sync"};
  check_consistency(result, reader);
  return result;
}

bool names_variable(const std::string& reported, const std::string& expected) {
  const std::size_t scope = reported.rfind("::" + expected);
  const std::size_t at = scope == std::string::npos ? 0 : scope + 2;
  if (reported.compare(at, expected.size(), expected) != 0) return false;
  const std::size_t end = at + expected.size();
  return end == reported.size() || reported[end] == '.' || reported[end] == '[' || reported[end] == ' ';
}

}  // namespace heddle::program_tests
