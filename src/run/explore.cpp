// A bug is described by running its schedule once more with a recorder. That happens in a fork of the exploring
// process: the search's own machine and snapshots stay as they are, and if the description itself fails (the program
// may have overwritten anything) the search still can say in plain words what it saw. When the bug is safe, a second
// fork looks for a schedule with fewer context switches and sends the bug once more; whatever becomes of that fork, the
// first description stands.
//
// A race that an entry of --ignore covers is not reported, but the interleavings around it count: the search begins
// again with that race passed over and accesses to its bytes as scheduling points, until it meets no new one. So it
// does after a race that --keep-going goes on past, and after one where nobody asks for races. With --keep-going the
// bytes that a thread accessed in the step in which it failed become scheduling points as well: another thread may have
// been about to access them, and that race is what made the assertion fail.
//
// Where the search is `auto` it is interrupted by bursts of random schedules (run/burst.h), and takes turns with a
// second search (run/second_search.h). Both run in forks, with a listener of their own: the fork's copy of this one.
#include "run/explore.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "detect/access_watch.h"
#include "detect/registry.h"
#include "machine/thread_slots.h"
#include "model/round.h"
#include "run/branching.h"
#include "run/burst.h"
#include "run/deepening.h"
#include "run/location_classes.h"
#include "run/minimise.h"
#include "run/rerun.h"
#include "run/second_search.h"
#include "run/sightings.h"
#include "run/uninitialised.h"
#include "search/burst.h"

namespace heddle::run {
namespace {

constexpr double kSecondsForFill = 3;  // to find out whether uninitialised memory matters
constexpr double kSecondsToEnd = 0.2;  // more than its share for a burst that cannot be asked to end

class NoNames : public AddressNames {
 public:
  AddressName name(Address) const override { return {}; }
};

// Without a recording: only what the failure itself and the site table tell.
Bug plain_description(const Machine& machine, const Failure& failure, const Schedule& schedule) {
  const Recording nothing;
  const NoNames names;
  SourceText source;
  return describe(
      {failure, schedule, nothing, machine.image(), machine.names(), names, [](ObjectId) { return Address{}; }},
      source);
}

// What a describing fork tells back to the search: which entry of --ignore covers the race; what the failing thread
// accessed in its last step. Shared memory.
struct Answer {
  static constexpr std::size_t kMostRanges = 64;
  std::size_t entry;
  char text[400];
  std::size_t ranges;
  ByteRange range[kMostRanges];
};

class Listener : public SearchListener {
 public:
  Listener(Machine& machine, ThreadNames& names, const CheckOptions& options, Round& round, int descriptor,
           Answer* answer, const std::atomic<bool>& stop, bool second_search)
      : machine_(machine),
        names_(names),
        options_(options),
        round_(round),
        descriptor_(descriptor),
        answer_(answer),
        stop_(stop),
        burst_(search_kind(options.search).looks_for_easy_bugs && !options.bounds.preemptions),
        second_(second_search) {}

  bool found(const Failure& failure, const Schedule& schedule) override {
    if (sampling_ == nullptr) return take(failure, schedule);
    end_process_after(0);  // what is described is no transition that does not end
    const bool more = take(failure, schedule);
    end_process_after(sampling_->patience);
    return more;
  }

  void completed(const AbstractMachine&, const Schedule& schedule) override {
    if (machine_.status() == Status::Finished) sights.exit_statuses.insert(machine_.exit_status());
    if (sights.sample.empty()) sights.sample = schedule;
    if (sampling_ != nullptr && stop_) sampling_->live->stop = true;
  }

  bool may_go_on(const SearchProgress& progress, std::uint64_t& ask_again) override {
    ask_again = ~std::uint64_t{0};
    if (sampling_ != nullptr) return true;
    const Statistics& so_far = progress.stats;
    ask_again = so_far.transitions + kAskEvery;
    if (second_.is_fork()) {
      second_.wait_for_turn(so_far);
      return !stop_;
    }
    transitions_ = so_far.transitions;
    if (covers_interleavings() && branching_.is_due()) send_branching(machine_, progress, options_, descriptor_);
    if (!may_go_on_after_burst(so_far)) return false;
    if (second_.is_due(so_far.transitions)) told_ = second_.take_turn(so_far.transitions, explore_states);
    return !told_;
  }
  // The second search of `auto`, which has told the result of the run.
  bool told() const { return told_; }
  bool let_second_search_take_over() {
    second_.begin_round(std::exchange(transitions_, 0), false);
    return told_ = second_.take_over(explore_states);
  }
  std::function<int()> explore_states = [] { return 1; };
  const SecondSearch& second() const { return second_; }

  bool may_go_on_after_burst(const Statistics& so_far) {
    if (!burst_.is_due(so_far)) return true;
    const bool found = burst_.run(so_far, [&](const BurstShare& share, BurstReport& report) {
      return take_samples(share, report, so_far.max_depth);
    });
    if (found && sights.found_by.empty()) sights.found_by = burst_.found_by();
    return !found || options_.keep_going;
  }

  // Where the search stands is sent every so often, with what `add_rest` knows of the run. What takes long to send is
  // sent less often.
  bool wants_frontier() override {
    if (!options_.keeps_frontier || sampling_ != nullptr) return false;
    return seconds_since(kept_) >= std::max(options_.checkpoint_seconds, kMostOften * seconds_to_send_);
  }
  void stored(std::span<const std::uint64_t> piece) override {
    if (!options_.keeps_frontier || again) return;
    if (!std::exchange(sends_, true)) kept_ = Clock::now();
    send_message(descriptor_, to_wire(Stored{to_bytes(piece)}));
  }
  void reached(const Frontier& frontier) override {
    if (!options_.keeps_frontier || again) return;
    if (!std::exchange(sends_, false)) kept_ = Clock::now();
    Checkpoint c;
    c.frontier = frontier;
    c.thread_names = names_.all();
    c.experience = machine_.experience();
    c.visible_bytes = round_.visible;
    c.ignored_races.assign(round_.ignored_races.begin(), round_.ignored_races.end());
    c.loop_bound = round_.loop_bound;
    sights.add_to(c);
    add_rest(c);
    send_message(descriptor_, to_wire(c));
    seconds_to_send_ = seconds_since(kept_);
    kept_ = Clock::now();
  }
  std::function<void(Checkpoint&)> add_rest = [](Checkpoint&) {};

  // Goes on with what another process has done. The options and the machine have learned of it already.
  void resume(const CheckpointFile& file) {
    from_ = &file.state->frontier;
    pieces_ = file.stored;
    sights.take_from(*file.state);
  }
  const Frontier* resumes_from() override { return sampling_ == nullptr ? std::exchange(from_, nullptr) : nullptr; }
  std::span<const std::uint64_t> next_stored() override {
    words_.clear();
    if (!pieces_.empty() && to_words(pieces_.front(), words_)) pieces_ = pieces_.subspan(1);
    return words_;
  }

  bool found_any() const { return !sights.failures.empty() || !sights.found_by.empty(); }
  // Which search found the first bug; empty: none, `used`: the one that is no burst.
  std::string found_by(const std::string& used) const { return sights.found_by == kSearch ? used : sights.found_by; }
  std::uint64_t sampled() const { return burst_.executions(); }

  // Before another round of the search. `afresh`: what is visible or passed over has changed.
  void begin_round(bool afresh) {
    sights.begin_round();
    again = false;
    burst_.begin_round();
    if (!second_.is_fork()) second_.begin_round(std::exchange(transitions_, 0), afresh);
  }

  Sightings sights;
  bool again = false;  // another race is to be ignored or passed over: search once more

 private:
  using Clock = std::chrono::steady_clock;
  enum class Told { Bug, Ignored, Nothing };
  static constexpr int kIgnored = 2;  // exit status of a describing fork
  static constexpr const char* kSearch = "search";
  static constexpr std::uint64_t kAskEvery = 256;  // transitions
  static constexpr double kMostOften = 30;  // times what it takes to say where the search stands: 3 % of the time

  static double seconds_since(Clock::time_point moment) {
    return std::chrono::duration<double>(Clock::now() - moment).count();
  }

  // In the fork that makes a burst.
  struct Sampling {
    const BurstSampler* picker;
    BurstReport* report;
    LiveState* live;
    double patience;  // seconds for a transition that does not end
  };

  bool take(const Failure& failure, const Schedule& schedule) {
    // The step of an ignored race may show more. They are met again: described now, their schedule would no longer fit
    // what is visible.
    if (again) return false;
    const auto& wanted = options_.properties;
    if (std::find(wanted.begin(), wanted.end(), failure.kind) == wanted.end()) {
      if (failure.kind == BugKind::Race) return pass_over(*failure.race);
      if (machine_.status() == Status::Failed) sights.passed_over.insert(name_of(failure.kind));
      return true;
    }
    const bool fresh = sights.failures.insert(failure.key()).second;
    if (fresh) switch (in_fork([&] { return describe_and_send(failure, schedule); })) {
        case Told::Bug:
          note_finder();
          in_fork([&] { return minimise_and_send(failure, schedule); });
          break;
        case Told::Ignored:
          ignore(failure);
          return false;  // the search begins again, with this race ignored and its bytes visible
        case Told::Nothing:
          send_message(descriptor_, to_wire(plain_description(machine_, failure, schedule)));
          note_finder();
          break;
      }
    if (!options_.keep_going) return !fresh;
    if (failure.kind == BugKind::Race) return pass_over(*failure.race);
    if (fresh && !concerns_accesses(failure.kind)) see_last_step(failure, schedule);
    return true;
  }

  void note_finder() {
    if (sampling_ == nullptr && sights.found_by.empty()) sights.found_by = kSearch;
    if (sampling_ == nullptr || std::exchange(sampling_->report->found, true)) return;
    std::strncpy(sampling_->report->found_by, sampling_->picker->name(), sizeof sampling_->report->found_by - 1);
  }

  // A burst. Whatever changes here is the fork's own; a race that is ignored is one for the rest of the burst.
  int take_samples(const BurstShare& share, BurstReport& report, std::size_t steps) {
    BurstSampler picker(options_.seed, share.first, options_.pct_depth, steps);
    const auto live = std::make_unique<LiveState>();
    Sampling sampling{&picker, &report, live.get(), 2 * share.seconds + kSecondsToEnd};
    sampling_ = &sampling;
    names_.mirror(nullptr);  // threads that only a sample has are unknown to the search
    CheckOptions options = options_;
    options.search = "random";
    options.bounds.transitions = share.transitions;
    options.bounds.seconds = share.seconds;
    end_process_after(sampling.patience);
    do {
      again = false;
      const std::uint64_t tried = picker.next() - share.first;
      options.bounds.executions = share.executions - std::min(tried, share.executions - 1);
      const SearchOutcome outcome = search_burst(machine_, options, *this, *live, picker);
      report.executions = picker.next() - share.first;
      report.transitions += outcome.stats.transitions;
    } while (again && report.executions < share.executions && !stop_);
    return 0;
  }

  template <class F>
  Told in_fork(F work) {
    const std::optional<int> status = run_in_fork(work);
    if (!status || !WIFEXITED(*status)) return Told::Nothing;
    return WEXITSTATUS(*status) == 0 ? Told::Bug : WEXITSTATUS(*status) == kIgnored ? Told::Ignored : Told::Nothing;
  }

  // By another run of the schedule; nothing: the failure did not come again.
  std::optional<Bug> described(const Failure& failure, const Schedule& schedule) {
    RerunRequest request;
    request.about = &failure;
    request.places = true;
    const Rerun run = rerun(machine_, schedule, request);
    // What the rerun saw is used: with a recorder the machine knows the site of a crash better than the search did.
    const Failure* same = same_failure(run, failure);
    if (same == nullptr || !run.divergence.empty()) return std::nullopt;
    Bug bug = describe_rerun(machine_, schedule, run, *same);
    bug.visible_bytes = round_.visible;
    bug.loop_bound = round_.loop_bound;
    return bug;
  }

  // The failures that these two get belong to the machine, which runs again: they take copies.
  int describe_and_send(Failure failure, const Schedule& schedule) {
    const std::optional<Bug> bug = described(failure, schedule);
    if (!bug) return 1;
    if (const auto entry = matching(options_.ignore, *bug); entry && answer_ != nullptr) {
      answer_->entry = *entry;
      const std::string text = fmt::format("{}:{}: {}", bug->position.file, bug->position.line, bug->message);
      answer_->text[text.copy(answer_->text, sizeof answer_->text - 1)] = 0;
      return kIgnored;
    }
    return send_message(descriptor_, to_wire(*bug)) ? 0 : 1;
  }

  int minimise_and_send(Failure failure, const Schedule& schedule) {
    const Schedule shorter = minimised(machine_, failure, schedule, !options_.shortest, stop_);
    if (shorter == schedule) return 0;
    std::optional<Bug> bug = described(failure, shorter);
    if (!bug) return 1;
    bug->minimised = true;
    return send_message(descriptor_, to_wire(*bug)) ? 0 : 1;
  }

  // The execution goes on past this race. What it leads to is covered if the bytes in question are scheduling points:
  // false if they were not, and the search has to begin again.
  bool pass_over(const Race& race) {
    if (options_.visible == Visibility::All) return true;
    if (!covers_interleavings()) return sights.race_passed_over = true;
    if (machine_.status() == Status::Running) return !(again = see(race));
    // The same step showed something else, and that is to be told first.
    for (const Access& access : {race.earlier, race.later}) sights.more_visible.push_back(bytes_of(access));
    return true;
  }

  // A burst does not, whatever it interrupts.
  bool covers_interleavings() const { return sampling_ == nullptr && heddle::covers_interleavings(options_.search); }

  static ByteRange bytes_of(const Access& access) { return {access.address, std::max<std::uint64_t>(access.size, 1)}; }

  bool see(const Race& race) {
    bool fresh = false;
    for (const Access& access : {race.earlier, race.later}) fresh |= round_.see(bytes_of(access));
    return fresh;
  }

  // From the next round on: the round goes on, so that more such bugs come together.
  void see_last_step(const Failure& failure, const Schedule& schedule) {
    if (answer_ == nullptr || options_.visible == Visibility::All || !covers_interleavings()) return;
    answer_->ranges = 0;
    in_fork([&] { return collect_last_step(failure, schedule); });
    for (std::size_t i = 0; i < answer_->ranges; ++i) sights.more_visible.push_back(answer_->range[i]);
  }

  int collect_last_step(Failure failure, const Schedule& schedule) {
    RerunRequest request;
    request.watch_all = true;
    const Rerun run = rerun(machine_, schedule, request);
    for (const RecordedEvent& event : run.recording.recorder.events) {
      if (event.step != schedule.size() || event.thread != failure.thread || !event.is_access()) continue;
      const Address a = event.operation.object;
      const bool own = in_stacks(a) && stack_owner(a) == failure.thread;
      const ByteRange range{a, std::max<std::uint64_t>(event.operation.width, 1)};
      if (own || std::find(answer_->range, answer_->range + answer_->ranges, range) != answer_->range + answer_->ranges)
        continue;
      if (answer_->ranges == Answer::kMostRanges) break;
      answer_->range[answer_->ranges++] = range;
    }
    return 0;
  }

  void ignore(const Failure& failure) {
    const IgnoreEntry& entry = options_.ignore[answer_->entry];
    round_.ignored_races.insert(failure.key());
    see(*failure.race);
    sights.used_entries.insert(answer_->entry);
    const std::string sentence =
        fmt::format("{} ({}:{}: {})", answer_->text, options_.ignore_file, entry.line, entry.reason);
    std::vector<std::string>& list = sights.ignored;
    if (std::find(list.begin(), list.end(), sentence) == list.end()) list.push_back(sentence);
    again = true;
  }

  Machine& machine_;
  ThreadNames& names_;
  const CheckOptions& options_;
  Round& round_;
  int descriptor_;
  Answer* answer_;
  const std::atomic<bool>& stop_;
  BranchingWatch branching_;
  Burst burst_;
  SecondSearch second_;
  std::uint64_t transitions_ = 0;  // of this round, when it was last asked
  bool told_ = false;
  Sampling* sampling_ = nullptr;
  const Frontier* from_ = nullptr;
  std::span<const std::string_view> pieces_;  // of what was stored there, not read yet
  std::vector<std::uint64_t> words_;          // of one
  Clock::time_point kept_ = Clock::now();
  bool sends_ = false;  // pieces of what is stored: the rest comes next
  double seconds_to_send_ = 0;
};

Answer* make_answer() {
  void* memory = mmap(nullptr, sizeof(Answer), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<Answer*>(memory);
}

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
        listener_(machine_, names, options, round, descriptor, make_answer(), live_.stop,
                  wants_second_search(resumes)) {
    if (search.watches_accesses) {
      apply_classes(image, options, watch_.emplace(journal), round);
      machine_.watch_accesses(*watch_);
    }
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
    return tell(std::move(outcome), deepening);
  }

 private:
  // A bound on what is explored is one on the first search. With --keep-going both would tell of the same bugs; and
  // where the second stands is in no checkpoint.
  bool wants_second_search(bool resumes) const {
    const Bounds& b = options_.bounds;
    return search_.tries_comparing_states && !options_.keep_going && !options_.keeps_frontier && !resumes &&
           !b.preemptions && !b.executions && !b.transitions && !b.depth &&
           detector_kind(options_.detector).shows_knowledge;
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
    } while (begin_again && !live_.stop);
    return outcome;
  }

  // In the fork of the second search: another search of the same program, from its start to its end.
  int explore_states() {
    const SearchKind& search = search_kind(kSecondSearch);
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
    if (e.exhausted && !listener_.found_any() &&
        notices_uninitialised_memory(machine_, listener_.sights.sample, kSecondsForFill))
      machine_.assume(Assumption::Uninitialised);
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

  static constexpr const char* kSecondSearch = "stateful";

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
  ThreadNames names;
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
