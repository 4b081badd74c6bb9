// The verdict: bug if there is one; verified only if nothing at all speaks against it; otherwise inconclusive, with at
// least one sentence that says why. Every rule below is a reason not to say verified.
#include "run/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "detect/registry.h"
#include "model/never_held.h"
#include "search/search.h"

namespace heddle::run {
namespace {

bool asked_for(const CheckOptions& options, BugKind kind) {
  return std::find(options.properties.begin(), options.properties.end(), kind) != options.properties.end();
}

std::string_view discipline_without_order() {
  for (const DetectorKind& kind : detector_kinds())
    if (kind.checks_discipline && !kind.depends_on_order) return kind.name;
  return "no detector";
}

// What was asked for and the detector cannot promise, however much was explored.
void add_detector_limits(const CheckOptions& options, const Exploration& e, std::vector<std::string>& limits) {
  if (asked_for(options, BugKind::Race) && !e.exact_detector) {
    const DetectorKind& detector = detector_kind(options.detector);
    if (!detector.misses.empty())
      limits.emplace_back(detector.misses);
    else
      limits.push_back(!detector.exists ? "there was no detector to find races"
                                        : fmt::format("the detector {} does not look for races", options.detector));
  }
  if (asked_for(options, BugKind::Discipline) && detector_kind(options.detector).depends_on_order)
    limits.push_back(
        fmt::format("what {} finds depends on which thread comes first, and not every such order was "
                    "explored ({} does not depend on it)",
                    options.detector, discipline_without_order()));
}

// Under `sync` threads are switched at synchronisation operations only. That covers every interleaving as long as no
// data race exists, and only an exact detector that is asked can tell.
void add_race_limits(const CheckOptions& options, const Exploration& e, std::vector<std::string>& limits) {
  if (options.visible == Visibility::All || e.every_interleaving) return;
  if (!detector_kind(options.detector).exists)
    limits.push_back(
        "without a race detector, switching at synchronisation operations covers only race-free programs "
        "(--visible all covers all)");
  else if (!e.exact_detector)
    limits.push_back(
        fmt::format("the detector {} does not find every race, so switching at synchronisation operations "
                    "may miss interleavings (--visible all covers all)",
                    options.detector));
  else if (e.race_passed_over)
    limits.push_back(
        "executions went on past a data race; what depends on that race was explored at synchronisation "
        "operations only");
}

// A search that covers races only says so; with the usual list of properties, that is what it was asked for.
void add_property_limits(const CheckOptions& options, Result& result) {
  if (!search_kind(options.search).races_only) return;
  if (options.properties == CheckOptions{}.properties) {
    result.properties = {name_of(BugKind::Race)};
    return;
  }
  for (const BugKind kind : options.properties)
    if (kind != BugKind::Race)
      result.limits.push_back(fmt::format("the search {} covers races only, not {}", options.search, name_of(kind)));
}

void add_call_limits(const CheckOptions& options, const Image& image, const Exploration& e, Result& result) {
  result.uncontrolled = image.harmless_calls;
  for (const std::string& call : e.uncontrolled) {
    result.uncontrolled.push_back(call);
    result.limits.push_back(fmt::format("a call that Heddle does not control: {}", call));
  }
  if (options.strict)
    for (const std::string& call : image.harmless_calls)
      result.limits.push_back(fmt::format("a call that Heddle does not control (--strict): {}", call));
}

// An ignored race is no reason against verified: its bytes were scheduling points, so what it does was explored too.
void add_ignored(const CheckOptions& options, const Exploration& e, Result& result) {
  result.has_ignore_file = !options.ignore_file.empty();
  result.ignored = e.ignored;
  const std::vector<IgnoreEntry>& entries = options.ignore;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool used = std::find(e.used_entries.begin(), e.used_entries.end(), i) != e.used_entries.end();
    const std::string entry = fmt::format("{}:{}: {}", options.ignore_file, entries[i].line, to_text(entries[i]));
    if (!used)
      result.unused_ignores.push_back(entry);
    else if (entries[i].kind == IgnoreEntry::Kind::Trust)
      result.assumptions.push_back("trusted code is correct: " + entry);
  }
}

// A program with known bugs is not verified, however little else there is against it.
void add_known(const CheckOptions& options, std::vector<Bug> known, Result& result) {
  result.baseline_file = options.baseline_file;
  result.known_bugs = std::move(known);
  const std::vector<Bug>& bugs = result.known_bugs;
  if (result.complete)
    for (const std::string& id : options.known_bugs)
      if (std::none_of(bugs.begin(), bugs.end(), [&](const Bug& bug) { return bug.id == id; }))
        result.unmet_bugs.push_back(id);
  if (!bugs.empty() && result.bugs.empty())
    result.limits.push_back(fmt::format("{} known {} not reported again (--baseline {})", bugs.size(),
                                        bugs.size() == 1 ? "bug is" : "bugs are", options.baseline_file));
}

// Then there is no need to say that no execution was completed.
void say_first_what_never_held(std::vector<std::string>& limits) {
  const auto never_held = [](const std::string& sentence) { return sentence.starts_with(kNeverHeld); };
  std::erase_if(limits, [&, said = std::any_of(limits.begin(), limits.end(), never_held)](const std::string& sentence) {
    return said && sentence == "no execution was completed";
  });
  const auto sentence = std::find_if(limits.begin(), limits.end(), never_held);
  if (sentence != limits.end()) std::rotate(limits.begin(), sentence, sentence + 1);
}

// What the program could notice: by what it is made of, and by what it did.
std::vector<std::string> assumptions(const Image& image, const Exploration& e) {
  std::vector<std::string> list;
  if (image.weak_atomics) list.push_back(kSequentialConsistency);
  if (image.benign_races) list.push_back("races that the program declares benign are benign");
  list.insert(list.end(), e.assumptions.begin(), e.assumptions.end());
  say_first_what_never_held(list);
  return list;
}

}  // namespace

Result conclude(const CheckOptions& options, const Image& image, Findings findings) {
  Result result;
  for (const BugKind kind : options.properties) result.properties.push_back(name_of(kind));
  result.search = options.search;
  result.detector = options.detector;
  result.weak_atomics = image.weak_atomics;
  result.bugs = std::move(findings.bugs);
  result.limits = std::move(findings.limits);

  const bool told = findings.exploration.has_value();
  const Exploration e = told ? std::move(*findings.exploration) : Exploration{};
  result.used_search = told ? e.used_search : options.search;
  result.choice = e.choice;
  result.found_by = e.found_by;
  result.sampled = e.sampled;
  result.stats = told ? e.stats : findings.last_counters;
  result.exit_statuses = e.exit_statuses;
  result.runs_forever = e.runs_forever;
  result.assumptions = assumptions(image, e);
  result.bounded_loops = e.bounded_loops;
  result.limits.insert(result.limits.end(), e.limits.begin(), e.limits.end());
  add_call_limits(options, image, e, result);
  if (told) {
    add_detector_limits(options, e, result.limits);
    add_race_limits(options, e, result.limits);
  }
  add_property_limits(options, result);
  add_ignored(options, e, result);
  for (const std::string& kind : e.passed_over)
    result.limits.push_back(
        fmt::format("executions ended early with a bug of a kind that was not asked for: {}", kind));

  say_first_what_never_held(result.limits);
  const bool covered = told && e.exhausted && result.limits.empty() && e.stats.executions > 0;
  const bool stops_at_first = !options.keep_going || options.stops_at_new_bug;
  result.complete = covered && (result.bugs.empty() || !stops_at_first);
  add_known(options, std::move(findings.known_bugs), result);
  if (!result.bugs.empty()) {
    result.verdict = Verdict::Bug;
    // The search was told to stop at its first bug: no bound was hit, and the other sentences speak of a verdict that
    // is not given.
    if (stops_at_first && told && e.limits.empty()) result.limits.clear();
  } else if (covered && result.known_bugs.empty()) {
    result.verdict = Verdict::Verified;
  } else {
    result.verdict = Verdict::Inconclusive;
    if (!told || !e.exhausted) {
      result.branching = std::move(findings.branching.sources);
      result.suggestions = std::move(findings.branching.suggestions);
    }
    if (result.limits.empty())
      result.limits.push_back(told && e.stats.executions == 0 ? "no execution was completed"
                                                              : "the search ended before everything was covered");
  }
  return result;
}

}  // namespace heddle::run
