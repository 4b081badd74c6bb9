// A listener that writes down everything it is told, as text; then every kind of bug is replayed from its schedule.
#include "explore.h"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <optional>

#include "batch.h"
#include "both_detectors.h"
#include "detect/access_watch.h"
#include "detect/execution_log.h"
#include "detect/registry.h"
#include "machine/machine.h"
#include "search/search.h"

namespace heddle::oracle {
namespace {

class Collector : public SearchListener {
 public:
  struct Example {
    Failure failure;
    Schedule schedule;
  };

  Collector(Machine& machine, Findings& findings, const BothDetectors* both)
      : machine_(machine), findings_(findings), both_(both) {}

  bool found(const Failure& failure, const Schedule& schedule) override {
    std::string text = failure.race ? pair(failure.race->earlier.site, failure.race->earlier.kind,
                                           failure.race->later.site, failure.race->later.kind)
                                    : describe(failure);
    if (!failure.race || both_ == nullptr) (failure.race ? findings_.races : findings_.failures).insert(text);
    if (examples.size() < kMostExamples) examples.try_emplace(text, Example{failure, schedule});
    return true;
  }

  void completed(const AbstractMachine&, const Schedule&) override {
    if (machine_.status() == Status::Finished)
      findings_.finals.insert(fmt::format("exit {} {}", machine_.exit_status(), machine_.output()));
  }

  void finish() {
    if (both_ == nullptr) return;
    for (const auto& [earlier, earlier_kind, later, later_kind] : both_->pairs())
      findings_.races.insert(pair(SiteId(earlier), earlier_kind, SiteId(later), later_kind));
    if (!both_->disagreement().empty()) findings_.complaints.push_back(both_->disagreement());
  }

  std::map<std::string, Example> examples;

 private:
  static constexpr std::size_t kMostExamples = 4;

  std::string position(SiteId site) const {
    for (const SourcePosition& p : machine_.image().sites[site].frames)
      if (!p.system) return fmt::format("{}:{}", p.line, p.column);
    return "?";
  }
  std::string pair(SiteId first, AccessKind first_kind, SiteId second, AccessKind second_kind) const {
    std::string a = fmt::format("{} {}", position(first), name_of(first_kind));
    std::string b = fmt::format("{} {}", position(second), name_of(second_kind));
    if (b < a) std::swap(a, b);
    return a + " / " + b;
  }

  // Two executions that a person would call the same bug give the same text.
  std::string describe(const Failure& f) const {
    std::string text = name_of(f.kind);
    if (f.kind != BugKind::Deadlock && f.kind != BugKind::Livelock)
      return text +
             fmt::format(" {} at {}: {}{}", machine_.names().name(f.thread), position(f.site), f.detail, f.signal);
    std::set<std::string> waiting;
    for (const Pending& p : machine_.pending()) {
      if (!f.cycle.empty() && std::find(f.cycle.begin(), f.cycle.end(), p.thread) == f.cycle.end()) continue;
      waiting.insert(fmt::format(" {} at {} {}", machine_.names().name(p.thread), position(p.operation.site),
                                 name_of(p.operation.kind)));
    }
    for (const ThreadId t : f.cycle) waiting.insert(" cycle:" + machine_.names().name(t));
    for (const std::string& s : waiting) text += s;
    return text;
  }

  Machine& machine_;
  Findings& findings_;
  const BothDetectors* both_;
};

// Empty: the schedule leads to the same failure again.
std::string replay(Machine& machine, const Collector::Example& example) {
  machine.start();
  for (const ScheduleStep& step : example.schedule) {
    if (machine.status() != Status::Running) return "the execution ended early";
    bool possible = false;
    for (const Pending& p : machine.pending())
      possible |= p.thread == step.thread && p.enabled && step.choice < p.outcomes;
    if (!possible) return "a step is not possible";
    machine.step(step.thread, step.choice);
  }
  for (const Failure& f : machine.failures())
    if (f.kind == example.failure.kind && f.key() == example.failure.key()) return "";
  return machine.failures().empty() ? "no failure" : "another failure";
}

CheckOptions options_of(const Configuration& configuration, const std::vector<std::string>& arguments,
                        std::uint64_t transitions) {
  CheckOptions options;
  options.search = configuration.search;
  options.detector = configuration.detector;
  options.visible = configuration.visible;
  options.keep_going = configuration.keep_going;
  options.no_sleep = configuration.no_sleep;
  options.arguments = arguments;
  options.bounds.transitions = transitions;
  options.lent_memory = {kHandlePage, 4096};
  return options;
}

// A machine starts every execution with the globals that it finds when it is made, so the next one has to find the
// same.
class GlobalsAsTheyWere {
 public:
  explicit GlobalsAsTheyWere(const Image& image)
      : place_(reinterpret_cast<char*>(image.globals_begin)), contents_(place_, image.globals_size) {}
  ~GlobalsAsTheyWere() { std::memcpy(place_, contents_.data(), contents_.size()); }
  GlobalsAsTheyWere(const GlobalsAsTheyWere&) = delete;
  GlobalsAsTheyWere& operator=(const GlobalsAsTheyWere&) = delete;

 private:
  char* const place_;
  const std::string contents_;
};

}  // namespace

Findings explore(const Image& image, const std::vector<std::string>& arguments, const Configuration& configuration,
                 std::uint64_t transitions) {
  const GlobalsAsTheyWere globals(image);
  Findings findings;
  const CheckOptions options = options_of(configuration, arguments, transitions);
  static LiveState live;
  ThreadNames names;
  Journal journal;
  const bool both = options.detector == "both";
  const std::unique_ptr<RaceDetector> detector =
      both ? std::make_unique<BothDetectors>(journal) : make_detector(options.detector, journal);
  const auto* const both_detectors = both ? static_cast<BothDetectors*>(detector.get()) : nullptr;
  AccessWatch watch(journal);
  Round round;
  Machine machine(image, options, journal, detector.get(), names, round);
  if (search_kind(options.search).watches_accesses) machine.watch_accesses(watch);
  std::optional<ExecutionLog> log;
  if (search_kind(options.search).logs_execution) machine.log_execution(log.emplace(journal));
  Collector collector(machine, findings, both_detectors);
  SearchOutcome outcome;
  do {  // as in run/explore.cpp; a schedule fits only what was visible when it was found
    round.visible.insert(round.visible.end(), outcome.make_visible.begin(), outcome.make_visible.end());
    collector.examples.clear();
    outcome = run_search(*find_search(options.search), machine, options, collector, live);
  } while (!outcome.make_visible.empty());
  collector.finish();
  findings.exhausted = outcome.exhausted;
  findings.limits = outcome.limits;
  if (!machine.bounded_loops().empty()) {
    findings.exhausted = false;
    findings.limits.emplace_back("a loop was not followed to its end");
  }
  for (const std::string& sentence : machine.uncontrolled()) findings.complaints.push_back(sentence);
  for (const char* overflowed : {detector ? detector->overflowed() : nullptr, watch.overflowed()})
    if (overflowed != nullptr) findings.complaints.emplace_back(overflowed);
  findings.executions = outcome.stats.executions;
  findings.transitions = outcome.stats.transitions;
  findings.checks_held = outcome.stats.checks_held;
  for (const auto& [text, example] : collector.examples)
    if (const std::string why = replay(machine, example); !why.empty())
      findings.complaints.push_back(fmt::format("not replayed: {}: {}", text, why));
  return findings;
}

}  // namespace heddle::oracle
