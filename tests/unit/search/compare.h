// Runs a search on a toy program and collects what it found, for comparison with another's.
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "search/best_first.h"
#include "search/composed.h"
#include "search/dfs.h"
#include "search/dpor.h"
#include "search/invisible_first.h"
#include "search/optimal.h"
#include "search/pruning.h"
#include "search/random.h"
#include "search/selective.h"
#include "search/stateful.h"
#include "toy_machine.h"

namespace heddle::toy {

struct Findings {
  std::set<std::string> finals;    // states in which the process ended
  std::set<std::string> failures;  // assertions, misuses, deadlocks
  bool racy = false;
  std::vector<Schedule> schedules;  // of the first complete executions
  SearchOutcome outcome;
  std::optional<Frontier> frontier;     // where it was stopped
  std::vector<std::uint64_t> stored;    // what goes with it
  std::vector<Address> objects;         // in the order of their numbers
  std::vector<ByteRange> made_visible;  // for invisible-first
  std::size_t inert_locks = 0;          // for pruning

  bool found(const std::string& beginning) const {
    const auto it = failures.lower_bound(beginning);
    return it != failures.end() && it->compare(0, beginning.size(), beginning) == 0;
  }
};

class Collector : public SearchListener {
 public:
  Collector(Findings& findings, unsigned stop_after, const Frontier* from = nullptr)
      : findings_(findings), stop_after_(stop_after), from_(from) {}
  const Frontier* resumes_from() override { return std::exchange(from_, nullptr); }
  void resume_with(std::span<const std::uint64_t> stored) { left_ = stored; }
  // Asks where the search stands after so many transitions.
  void ask_at(std::uint64_t transitions) { ask_at_ = transitions; }
  bool may_go_on(const SearchProgress& progress, std::uint64_t& ask_again) override {
    wants_frontier_ = progress.stats.transitions >= ask_at_;
    ask_again = wants_frontier_ ? ~std::uint64_t{0} : ask_at_;
    return true;
  }
  bool wants_frontier() override { return wants_frontier_; }
  // In pieces of several lengths.
  std::span<const std::uint64_t> next_stored() override {
    const std::size_t length = (left_.size() + 2) / 3;
    const std::span<const std::uint64_t> piece = left_.first(length);
    left_ = left_.subspan(length);
    return piece;
  }
  void stored(std::span<const std::uint64_t> piece) override {
    if (std::exchange(begins_, false)) findings_.stored.clear();
    findings_.stored.insert(findings_.stored.end(), piece.begin(), piece.end());
  }
  void reached(const Frontier& frontier) override {
    findings_.frontier = frontier;
    begins_ = true;
  }
  bool found(const Failure& failure, const Schedule&) override {
    if (failure.kind == BugKind::Race)
      findings_.racy = true;
    else
      findings_.failures.insert(failure.detail);
    return ++count_ != stop_after_;
  }
  void completed(const AbstractMachine& machine, const Schedule& schedule) override {
    if (machine.status() == Status::Finished)
      findings_.finals.insert(static_cast<const ToyMachine&>(machine).final_state());
    if (findings_.schedules.size() < 100) findings_.schedules.push_back(schedule);
  }

 private:
  Findings& findings_;
  unsigned stop_after_;
  const Frontier* from_;
  std::span<const std::uint64_t> left_;
  bool begins_ = true;
  std::uint64_t ask_at_ = ~std::uint64_t{0};
  bool wants_frontier_ = false;
  unsigned count_ = 0;
};

enum class Way {
  Dfs,
  Dpor,
  DporNoSleep,
  Optimal,
  Random,
  Selective,
  InvisibleFirst,
  Composed,
  Stateful,
  BestFirst,
  Pruning
};

struct Setting {
  CheckOptions options;
  unsigned stop_after = 0;  // failures; 0: never
  LiveState* live = nullptr;
  bool reports_silent = true;
  bool detects_races = true;
  bool knows_scripts = true;
  bool keeps_history = true;
  bool knows_flows = true;
  std::uint32_t visible_cells = 0;
  Deepening deepening = {};
  const Frontier* from = nullptr;
  std::vector<std::uint64_t> stored = {};  // with it
  std::vector<Address> objects = {};
  std::uint64_t ask_at = ~std::uint64_t{0};  // where the search stands after so many transitions
  std::vector<ByteRange> made_visible = {};
};

// By the lowest four bits.
inline Heuristics heuristics_of(unsigned bits) {
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
}

// As a search does that has learned of it.
inline void make_visible(ToyMachine& machine, const ByteRange& range) {
  machine.make_visible(range);
  machine.watch()->communicate(range.begin, range.size);
}

inline Findings explore(const Program& program, Way way, Setting setting = {}) {
  static LiveState unwatched;
  LiveState& live = setting.live == nullptr ? unwatched : *setting.live;
  ToyMachine machine(program);
  machine.reports_silent = setting.reports_silent;
  machine.detects_races = setting.detects_races;
  machine.knows_scripts = setting.knows_scripts;
  machine.keeps_history = setting.keeps_history;
  machine.knows_flows = setting.knows_flows;
  machine.visible_cells = setting.visible_cells;
  Findings findings;
  Collector collector(findings, setting.stop_after, setting.from);
  collector.resume_with(setting.stored);
  collector.ask_at(setting.ask_at);
  if (!machine.learn_names(setting.objects)) return findings;
  findings.made_visible = setting.made_visible;
  for (const ByteRange& range : setting.made_visible) make_visible(machine, range);
  setting.options.no_sleep = way == Way::DporNoSleep;
  if (way == Way::Dfs)
    findings.outcome = search_dfs(machine, setting.options, collector, live);
  else if (way == Way::Optimal)
    findings.outcome = search_optimal(machine, setting.options, collector, live);
  else if (way == Way::Random)
    findings.outcome = search_random(machine, setting.options, collector, live);
  else if (way == Way::Selective)
    findings.outcome = search_selective(machine, setting.options, collector, live);
  else if (way == Way::Stateful)
    findings.outcome = search_stateful(machine, setting.options, collector, live);
  else if (way == Way::BestFirst)
    findings.outcome = search_best_first(machine, setting.options, collector, live);
  else if (way == Way::Pruning) {
    machine.read_code();
    findings.inert_locks = setting.knows_flows ? machine.flows()->inert_locks.size() : 0;
    findings.outcome = search_pruning(machine, setting.options, collector, live);
  } else if (way == Way::Composed)
    findings.outcome = search_composed(machine, setting.options, collector, live);
  else if (way == Way::InvisibleFirst)
    do {
      for (const ByteRange& range : findings.outcome.make_visible) {
        machine.make_visible(range);
        findings.made_visible.push_back(range);
      }
      if (!findings.outcome.make_visible.empty()) findings.finals.clear();
      findings.outcome = search_invisible_first(machine, setting.options, collector, live, setting.deepening);
    } while (!findings.outcome.make_visible.empty());
  else
    findings.outcome = search_dpor(machine, setting.options, collector, live);
  findings.objects = machine.world().names();
  return findings;
}

}  // namespace heddle::toy
