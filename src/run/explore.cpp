// The exploring process: a machine, a search on it, and rounds of that search. What it finds its listener describes and
// sends (run/listener.h).
//
// A race that an entry of --ignore covers is not reported, but the interleavings around it count: the search begins
// again with that race passed over and accesses to its bytes as scheduling points, until it meets no new one. So it
// does after a race that --keep-going goes on past, and after one where nobody asks for races. With --keep-going the
// bytes that a thread accessed in the step in which it failed become scheduling points as well: another thread may have
// been about to access them, and that race is what made the assertion fail.
//
// Main functions: explore; Exploring::run -> search_in_rounds -> tell; explore_states (the second search of `auto`).
#include "run/explore.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "detect/access_watch.h"
#include "detect/execution_log.h"
#include "detect/registry.h"
#include "model/round.h"
#include "run/branching.h"
#include "run/deepening.h"
#include "run/explain_pruning.h"
#include "run/listener.h"
#include "run/location_classes.h"
#include "run/uninitialised.h"

namespace heddle::run {
namespace {

constexpr double kSecondsForFill = 3;  // to find out whether uninitialised memory matters
constexpr std::uint64_t kAccessesOfFirstTry = 1 << 20;
constexpr int kGaveUp = 1;

// The round and the names as they were in the process that stood there.
bool take_over(const Checkpoint& from, ThreadNames& names, Round& round) {
  round.visible = from.visible_bytes;
  round.ignored_races = {from.ignored_races.begin(), from.ignored_races.end()};
  round.loop_bound = from.loop_bound;
  for (std::size_t i = 1; i < from.thread_names.size(); ++i)
    if (!names.add(from.thread_names[i])) return false;
  return true;
}

int send_failure(int descriptor, std::string limit) {
  Exploration exploration;
  exploration.limits.push_back(std::move(limit));
  return send_message(descriptor, to_wire(exploration)) ? 0 : 1;
}

// One exploring process: the machine with all that watches it, and the rounds of a search on it.
class Exploring {
 public:
  Exploring(const Image& image, const CheckOptions& options, SharedState& shared, int descriptor,
            const SearchKind& search, RaceDetector* detector, Journal& journal, ThreadNames& names, Round& round,
            bool resumes)
      : image_(image),
        options_(options),
        live_(shared.live),
        descriptor_(descriptor),
        search_(search),
        detector_(detector),
        names_(names),
        round_(round),
        class_limits_(unknown_variables(image, options)),
        machine_(image, options, journal, detector, names, round),
        listener_(machine_, names, options, round, descriptor, live_.stop, wants_second_search(resumes)) {
    if (search.watches_accesses) {
      apply_classes(image, options, watch_.emplace(journal), round);
      machine_.watch_accesses(*watch_);
    }
    if (search.logs_execution) machine_.log_execution(log_.emplace(journal));
    if (log_ && options.is_first_try) give_up_after(kAccessesOfFirstTry);
    listener_.explore_states = [this] { return explore_states(); };
  }

  int run(const CheckpointFile* from) {
    Deepening deepening(machine_, options_, round_);
    listener_.add_rest = [&](Checkpoint& c) { deepening.add_to(c); };
    listener_.begin_round(true);
    if (from != nullptr) resume(*from, deepening);
    SearchOutcome outcome = search_in_rounds(search_, options_, deepening, live_);
    if (listener_.told()) return 0;
    const bool left_rounds_out = !deepening.covered().empty() || outcome.livelock_possible;
    if (left_rounds_out && !listener_.found_any() && !live_.stop && listener_.let_second_search_take_over()) return 0;
    if (!outcome.exhausted && !listener_.found_any() && covers_interleavings(options_.search))
      send_branching(machine_, {outcome.stats, outcome.schedule, outcome.branching}, options_, descriptor_);
    if (outcome.exhausted && !listener_.found_any() && machine_.clocks_have_leapt() && listener_.find_without_leaps())
      outcome.exhausted = false;
    return tell(std::move(outcome), deepening);
  }

 private:
  // A bound on what is explored is one on the first search. With --keep-going both would tell of the same bugs; and
  // where the second stands is in no checkpoint.
  bool wants_second_search(bool resumes) const {
    const Bounds& b = options_.bounds;
    return !search_.takes_turns_with.empty() && !options_.keep_going && !options_.keeps_frontier && !resumes &&
           !b.preemptions && !b.executions && !b.transitions && !b.depth &&
           detector_kind(options_.detector).shows_knowledge;
  }

  // A count, not a time: which search answers follows from the program alone. In the middle of a transition, since one
  // of them may compute for minutes; so the process ends without an outcome. Forks that describe a bug go on.
  void give_up_after(std::uint64_t accesses) {
    static pid_t process;
    process = getpid();
    log_->stop_after(accesses, [] {
      if (getpid() == process) _exit(kGaveUp);
    });
  }

  void resume(const CheckpointFile& file, Deepening& deepening) {
    const Checkpoint& from = *file.state;
    machine_.learn(from.experience);
    listener_.resume(file);
    deepening.resume(from);
    for (const ByteRange& range : from.visible_bytes)
      if (watch_) watch_->communicate(range.begin, range.size);
  }

  SearchOutcome search_in_rounds(const SearchKind& search, const CheckOptions& options, Deepening& deepening,
                                 LiveState& live) {
    SearchOutcome outcome;
    bool begin_again = false, afresh = false;
    do {
      if (std::exchange(begin_again, false)) listener_.begin_round(std::exchange(afresh, false));
      CheckOptions of_round = options;
      of_round.bounds = deepening.bounds();
      outcome = run_search(search, machine_, of_round, listener_, live);
      if (listener_.told()) break;
      round_.visible.insert(round_.visible.end(), outcome.make_visible.begin(), outcome.make_visible.end());
      for (const ByteRange& range : std::exchange(listener_.sights.more_visible, {}))
        listener_.again |= outcome.exhausted && round_.see(range);
      begin_again = afresh = listener_.again || !outcome.make_visible.empty();
      if (!begin_again && outcome.exhausted && !listener_.found_any()) begin_again = machine_.let_looks_pass();
      if (!begin_again) begin_again = deepening.goes_on(outcome, live_.stop || listener_.found_any());
      if (begin_again && options.is_first_try) {
        outcome.exhausted = begin_again = false;
        outcome.limits.emplace_back("one round was not enough");
      }
    } while (begin_again && !live_.stop);
    return outcome;
  }

  // In the fork of the second search: another search of the same program, from its start to its end.
  int explore_states() {
    const SearchKind& search = search_kind(search_.takes_turns_with);
    names_.mirror(nullptr);
    round_.loop_bound = {};
    round_.loop_bound.every_round = true;
    machine_.forget_bounded_loops();
    listener_.begin_round(false);
    CheckOptions options = options_;
    options.search = search.name;
    if (options.bounds.memory_mb) *options.bounds.memory_mb /= 2;
    if (options.bounds.seconds) options.bounds.seconds = std::max(0.0, *options.bounds.seconds - seconds());
    const auto live = std::make_unique<LiveState>();
    Deepening deepening(machine_, options, round_);
    SearchOutcome outcome = search_in_rounds(search, options, deepening, *live);
    outcome.stats.wall_ms = 1000 * seconds();
    const bool decides =
        listener_.found_any() || (outcome.exhausted && !listener_.again && deepening.covered().empty());
    return decides && tell(std::move(outcome), deepening) == 0 ? SecondSearch::kTold : 1;
  }

  int tell(SearchOutcome outcome, const Deepening& deepening) {
    Exploration e;
    e.exhausted = outcome.exhausted;
    e.limits = std::move(outcome.limits);
    const char* const detector_overflowed = detector_ != nullptr ? detector_->overflowed() : nullptr;
    const char* const overflowed =
        watch_ && watch_->overflowed() != nullptr ? watch_->overflowed() : detector_overflowed;
    if (overflowed != nullptr) e.limits.emplace_back(overflowed);
    e.stats = outcome.stats;
    if (options_.explain_pruning) explain_pruning(outcome.kept_by_pruning, image_, names_);
    e.used_search = outcome.used_search.empty() ? options_.search : outcome.used_search;
    e.choice = listener_.second().choice();
    e.found_by = listener_.found_by(e.used_search);
    e.sampled = listener_.sampled();
    e.exact_detector = detector_ != nullptr && detector_->exact();
    e.every_interleaving = outcome.every_interleaving && overflowed == nullptr;
    e.runs_forever = outcome.runs_forever;
    add_sights(e);
    e.uncontrolled = machine_.uncontrolled();
    e.limits.insert(e.limits.end(), machine_.limits().begin(), machine_.limits().end());
    if (e.exhausted && !listener_.found_any())
      for (const Assumption a : open_values(machine_, listener_.sights.sample, e.stats.transitions, kSecondsForFill))
        machine_.assume(a);
    e.assumptions = machine_.assumptions();
    e.bounded_loops = deepening.covered();
    for (const BoundedLoop& loop : e.bounded_loops)
      e.limits.push_back(fmt::format("covered up to {} rounds of the loop at {}:{} in {}", loop.rounds, loop.file,
                                     loop.line, loop.thread));
    e.scopes = machine_.scopes();
    if (watch_)
      for (std::string& sentence : broken_claims(image_, options_, *watch_))
        class_limits_.push_back(std::move(sentence));
    e.limits.insert(e.limits.end(), class_limits_.begin(), class_limits_.end());
    return send_message(descriptor_, to_wire(e)) ? 0 : 1;
  }

  void add_sights(Exploration& e) {
    Sightings& sights = listener_.sights;
    e.exit_statuses.assign(sights.exit_statuses.begin(), sights.exit_statuses.end());
    e.passed_over.assign(sights.passed_over.begin(), sights.passed_over.end());
    e.race_passed_over = sights.race_passed_over;
    if (listener_.again) e.exhausted = false, e.limits.emplace_back("interrupted");
    e.ignored = std::move(sights.ignored);
    sights.used_entries.insert(machine_.trusted().begin(), machine_.trusted().end());
    e.used_entries.assign(sights.used_entries.begin(), sights.used_entries.end());
  }

  double seconds() const {  // since the exploration began
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  const Image& image_;
  const CheckOptions& options_;
  LiveState& live_;
  int descriptor_;
  const SearchKind& search_;
  RaceDetector* detector_;
  ThreadNames& names_;
  Round& round_;
  std::vector<std::string> class_limits_;
  std::optional<AccessWatch> watch_;
  std::optional<ExecutionLog> log_;
  Machine machine_;
  Listener listener_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

bool passes_over_races(const CheckOptions& options) {
  const std::vector<BugKind>& asked = options.properties;
  return options.keep_going || std::find(asked.begin(), asked.end(), BugKind::Race) == asked.end();
}

int explore(const Image& image, const CheckOptions& options, SharedState& shared, int descriptor,
            const CheckpointFile* from) try {
  Round round;
  ThreadNames names(process_names(options.processes));
  names.mirror(&shared.threads);
  if (from != nullptr && !take_over(*from->state, names, round))
    return send_failure(descriptor, "the checkpoint names threads that cannot be");
  Journal journal;
  std::string error;
  const std::unique_ptr<RaceDetector> detector =
      make_detector(options.detector, journal, error, detector_options(image, options, names));
  if (!error.empty()) return send_failure(descriptor, error);
  const SearchKind* const search = find_search(options.search);
  if (search == nullptr) return send_failure(descriptor, fmt::format("search '{}' is not available", options.search));
  round.loop_bound.every_round = search->compares_states;
  return Exploring(image, options, shared, descriptor, *search, detector.get(), journal, names, round, from != nullptr)
      .run(from);
} catch (const std::exception& e) {
  return send_failure(descriptor, fmt::format("internal error: {}", e.what()));
}

}  // namespace heddle::run
