// See tests.h.
//
// A program with heddle::check is explored once for each call, which ends with that call, and once to its end. A
// program with test cases is explored once for each case, with the arguments that select it (run/test_cases.h): one
// compiled image, one search, one verdict, one set of counters for each. A case may have calls of heddle::check; a
// single one is the case.
#include "cli/tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "model/ignore.h"
#include "run/isolation.h"
#include "run/test_cases.h"

namespace heddle::cli {

using namespace run;
namespace {

// One line for each test; what stands in the way of a verdict is said with its name.
void add_test(Result& all, const std::string& name, Result& one) {
  TestResult test{name, one.verdict, one.complete, one.stats.executions, one.stats.transitions, {}};
  for (const Bug& bug : one.bugs) test.bugs.push_back(bug.id);
  for (std::string& limit : one.limits) limit = fmt::format("test {}: {}", test.name, limit);
  all.tests.push_back(std::move(test));
}

// A bug that an earlier test has, too, is listed once; its second replay file goes.
void add_bugs(std::vector<Bug>& all, std::vector<Bug>& more) {
  for (Bug& bug : more) {
    const auto same = [&](const Bug& other) { return other.id == bug.id && other.kind == bug.kind; };
    const auto known = std::find_if(all.begin(), all.end(), same);
    if (known == all.end())
      all.push_back(std::move(bug));
    else if (!bug.replay.empty() && bug.replay != known->replay)
      std::remove(bug.replay.c_str());
  }
}

// Adds the result of one search to that of those before.
void add_result(Result& all, Result one) {
  const Statistics before = all.stats;
  const auto append = [](auto& to, auto& from) {
    for (auto& entry : from)
      if (std::find(to.begin(), to.end(), entry) == to.end()) to.push_back(std::move(entry));
  };
  if (all.properties.empty()) {
    std::vector<TestResult> tests = std::move(all.tests);
    all = std::move(one);
    all.tests = std::move(tests);
    return;
  }
  add_bugs(all.bugs, one.bugs);
  append(all.limits, one.limits);
  append(all.uncontrolled, one.uncontrolled);
  append(all.exit_statuses, one.exit_statuses);
  append(all.assumptions, one.assumptions);
  if (all.branching.empty()) {
    all.branching = std::move(one.branching);
    all.suggestions = std::move(one.suggestions);
  }
  all.bounded_loops.insert(all.bounded_loops.end(), one.bounded_loops.begin(), one.bounded_loops.end());
  append(all.ignored, one.ignored);
  for (Bug& bug : one.known_bugs)
    if (std::none_of(all.known_bugs.begin(), all.known_bugs.end(), [&](const Bug& b) { return b.id == bug.id; }))
      all.known_bugs.push_back(std::move(bug));
  std::erase_if(all.unmet_bugs, [&](const std::string& id) {  // unmet by all
    return std::find(one.unmet_bugs.begin(), one.unmet_bugs.end(), id) == one.unmet_bugs.end();
  });
  std::erase_if(all.unused_ignores, [&](const std::string& entry) {  // unused by all
    return std::find(one.unused_ignores.begin(), one.unused_ignores.end(), entry) == one.unused_ignores.end();
  });
  all.complete = all.complete && one.complete;
  if (one.verdict == Verdict::Bug || (one.verdict == Verdict::Inconclusive && all.verdict == Verdict::Verified))
    all.verdict = one.verdict;
  all.stats.executions = before.executions + one.stats.executions;
  all.stats.blocked = before.blocked + one.stats.blocked;
  all.stats.transitions = before.transitions + one.stats.transitions;
  all.stats.backtracks = before.backtracks + one.stats.backtracks;
  all.stats.states = before.states + one.stats.states;
  all.stats.matched = before.matched + one.stats.matched;
  all.stats.reexplored = before.reexplored + one.stats.reexplored;
  all.stats.store_bytes = before.store_bytes + one.stats.store_bytes;
  all.stats.pruned = before.pruned + one.stats.pruned;
  all.runs_forever = all.runs_forever || one.runs_forever;
  all.stats.max_depth = std::max(before.max_depth, one.stats.max_depth);
  all.stats.wall_ms = before.wall_ms + one.stats.wall_ms;
  all.stats.peak_rss_kb = std::max(before.peak_rss_kb, one.stats.peak_rss_kb);
}

// Before all tests were run; whether the last one was, it says itself.
void say_interrupted(Result& all) {
  all.limits.emplace_back("interrupted: not every test was run");
  all.complete = false;
  if (all.verdict == Verdict::Verified) all.verdict = Verdict::Inconclusive;
}

constexpr const char* kNoCases = "'{}' is for programs with test cases, and this one has none";

// What --filter chooses among these names. A name that is spelt like the pattern is meant itself, whatever stars it
// has: so every case can be chosen alone.
std::vector<bool> chosen_of(const std::vector<std::string>& names, const std::string& filter) {
  const bool is_name = std::find(names.begin(), names.end(), filter) != names.end();
  std::vector<bool> chosen;
  for (const std::string& name : names)
    chosen.push_back(filter.empty() || (is_name ? name == filter : matches(filter, name)));
  return chosen;
}

std::string no_match(const std::string& filter) { return fmt::format("no test case matches '--filter {}'", filter); }

// Which calls of heddle::check there are: no call has the number that is explored, and all of them are left out on the
// way, so that none that fails hides those after it. `all`: the program came to its end.
struct ScopeNames {
  std::vector<std::string> names;
  bool all = true;
};

ScopeNames scope_names(Settings settings, const Image& image) {
  constexpr std::size_t kMostLeftOut = 4096;  // further ones are run in one order
  settings.check.scope = ~std::uint32_t{0};
  settings.check.earlier_scopes.assign(kMostLeftOut, Verdict::Inconclusive);
  settings.check.keep_going = true;
  settings.record.clear();
  ScopeNames found;
  const Result result = explore_program(settings, image, 0, found.names);
  for (const Bug& bug : result.bugs) {
    std::remove(bug.replay.c_str());
    found.all = found.all && bug.kind == BugKind::Exit;
  }
  found.all = found.all && !interrupted();
  return found;
}

Result explore_scopes(Settings settings, const Image& image, std::size_t bugs_before) {
  Result all;
  for (std::uint32_t scope = 0;; ++scope) {
    settings.check.scope = scope;
    std::vector<std::string> names;
    Result one = explore_program(settings, image, bugs_before + all.bugs.size(), names);
    const bool last = scope >= names.size() || interrupted();
    if (last && scope == 0 && one.bugs.empty() && !interrupted()) {  // the tests with calls of it were not run
      settings.check.scope.reset();
      return explore_program(settings, image, bugs_before, names);
    }
    settings.check.earlier_scopes.push_back(one.verdict);
    if (!last) one.exit_statuses.clear();  // the program did not come to its end
    if (scope < names.size()) add_test(all, names[scope], one);
    add_result(all, std::move(one));
    if (last) return all;
  }
}

// --filter: those calls alone. What the program does outside of them is not explored.
Explored explore_chosen_scopes(Settings settings, const Image& image) {
  const std::vector<std::string> names = scope_names(settings, image).names;
  const std::vector<bool> chosen = chosen_of(names, settings.filter);
  Explored explored;
  for (std::uint32_t scope = 0; scope < names.size(); ++scope) {
    if (!chosen[scope]) continue;
    settings.check.scope = scope;
    settings.check.earlier_scopes.assign(scope, Verdict::Inconclusive);  // left out on the way
    std::vector<std::string> met;
    Result one = explore_program(settings, image, explored.result.bugs.size(), met);
    one.exit_statuses.clear();
    add_test(explored.result, names[scope], one);
    add_result(explored.result, std::move(one));
    if (interrupted()) {
      say_interrupted(explored.result);
      break;
    }
  }
  if (explored.result.tests.empty())
    explored.error = names.empty() ? fmt::format(kNoCases, "--filter") : no_match(settings.filter);
  return explored;
}

Result explore_whole(const Settings& settings, const Image& image, std::size_t bugs_before) {
  std::vector<std::string> none;
  return image.uses_scopes ? explore_scopes(settings, image, bugs_before)
                           : explore_program(settings, image, bugs_before, none);
}

// Does the program find this case, and no other, by the arguments that are meant to select it? Asked where they may
// not: names that have to be written in another way, further arguments among which may be values of options that nobody
// knows.
bool can_be_chosen(const Image& image, const CheckOptions& options, const std::string& name) {
  const CaseFramework framework = framework_of(image);
  if (framework == CaseFramework::GoogleTest) return true;
  const auto plain = [](unsigned char c) { return c >= 128 || std::isalnum(c) != 0 || c == '_' || c == ' '; };
  const bool is_plain = std::all_of(name.begin(), name.end(), plain) && name.front() != ' ' && name.back() != ' ';
  if (is_plain && options.arguments.empty()) return true;
  CheckOptions of_case = options;
  of_case.arguments = case_arguments(framework, options.arguments, name);
  return list_cases(image, of_case) == std::vector<std::string>{name};
}

// None: the program is one check.
std::vector<std::string> cases_of(const Image& image, const CheckOptions& options) {
  std::vector<std::string> names = list_cases(image, options);
  const auto chosen = [&](const std::string& name) { return can_be_chosen(image, options, name); };
  if (!std::all_of(names.begin(), names.end(), chosen)) names.clear();
  return names;
}

// The calls of heddle::check in a test case, under its name. A call that has no name of its own has the case's.
void add_case(Result& all, const std::string& name, Result one) {
  std::vector<TestResult> calls = std::move(one.tests);
  one.tests.clear();
  const std::string own = name.substr(name.rfind('.') + 1);
  add_test(all, name, one);
  if (calls.size() > 1 || (calls.size() == 1 && calls[0].name != own && calls[0].name != name))
    for (TestResult& call : calls) {
      call.name = fmt::format("{}: {}", name, call.name);
      all.tests.push_back(std::move(call));
    }
  add_result(all, std::move(one));
}

Explored explore_cases(const Settings& settings, const Image& image, const std::vector<std::string>& names) {
  Explored explored;
  Result& all = explored.result;
  const std::vector<bool> chosen = chosen_of(names, settings.filter);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!chosen[i]) continue;
    const std::string& name = names[i];
    Settings of_case = settings;
    of_case.check.arguments = case_arguments(framework_of(image), settings.check.arguments, name);
    if (!all.bugs.empty()) of_case.record.clear();  // the first bug's execution
    add_case(all, name, explore_whole(of_case, image, all.bugs.size()));
    if (interrupted()) {
      say_interrupted(all);
      break;
    }
  }
  if (all.tests.empty()) explored.error = no_match(settings.filter);
  if (all.tests.size() > 1) all.assumptions.emplace_back("no test case depends on others: each was run on its own");
  return explored;
}

}  // namespace

Result explore_as_one(const Settings& settings, const Image& image) { return explore_whole(settings, image, 0); }

Explored explore_tests(const Settings& settings, const Image& image) {
  if (const std::vector<std::string> names = cases_of(image, settings.check); !names.empty())
    return explore_cases(settings, image, names);
  if (!settings.filter.empty() && image.uses_scopes) return explore_chosen_scopes(settings, image);
  if (!settings.filter.empty()) return {{}, fmt::format(kNoCases, "--filter")};
  return {explore_as_one(settings, image), {}};
}

Listed list_tests(const Settings& settings, const Image& image) {
  std::vector<std::string> names = cases_of(image, settings.check);
  if (names.empty() && image.uses_scopes) {
    ScopeNames scopes = scope_names(settings, image);
    if (!scopes.all) return {{}, "the program fails outside of heddle::check, so not all calls of it are known"};
    names = std::move(scopes.names);
  }
  if (names.empty()) return {{}, fmt::format(kNoCases, "--list-cases")};
  const std::vector<bool> chosen = chosen_of(names, settings.filter);
  Listed listed;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool again = std::find(listed.names.begin(), listed.names.end(), names[i]) != listed.names.end();
    if (chosen[i] && !again) listed.names.push_back(std::move(names[i]));
  }
  if (listed.names.empty()) listed.error = no_match(settings.filter);
  return listed;
}

}  // namespace heddle::cli
