#include "run/listener.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "machine/thread_slots.h"
#include "run/isolation.h"
#include "run/minimise.h"
#include "run/rerun.h"

namespace heddle::run {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSecondsToEnd = 0.2;     // more than its share for a burst that cannot be asked to end
constexpr int kIgnored = 2, kKnown = 3;   // exit statuses of a describing fork
constexpr std::uint64_t kAskEvery = 256;  // transitions
constexpr double kMostOften = 30;         // times what it takes to say where the search stands: 3 % of the time

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

Answer* make_answer() {
  void* memory = mmap(nullptr, sizeof(Answer), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<Answer*>(memory);
}

double seconds_since(Clock::time_point moment) { return std::chrono::duration<double>(Clock::now() - moment).count(); }

ByteRange bytes_of(const Access& access) { return {access.address, std::max<std::uint64_t>(access.size, 1)}; }

}  // namespace

Listener::Listener(Machine& machine, ThreadNames& names, const CheckOptions& options, Round& round, int descriptor,
                   const std::atomic<bool>& stop, bool second_search)
    : machine_(machine),
      names_(names),
      options_(options),
      round_(round),
      descriptor_(descriptor),
      answer_(make_answer()),
      stop_(stop),
      burst_(search_kind(options.search).looks_for_easy_bugs && !options.bounds.preemptions),
      second_(second_search) {}

bool Listener::found(const Failure& failure, const Schedule& schedule) {
  if (sampling_ == nullptr) return take(failure, schedule);
  end_process_after(0);  // what is described is no transition that does not end
  const bool more = take(failure, schedule);
  end_process_after(sampling_->patience);
  return more;
}

bool Listener::take(const Failure& failure, const Schedule& schedule) {
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
  bool fresh_and_new = false;
  if (fresh) switch (tell(failure, schedule)) {
      case Told::Ignored:
        ignore(failure);
        return false;  // the search begins again, with this race ignored and its bytes visible
      case Told::Known:
        break;
      case Told::Bug:
      case Told::Nothing:
        fresh_and_new = found_new_ = true;
        note_finder();
        break;
    }
  if (!options_.keep_going) return !fresh;
  if (fresh_and_new && options_.stops_at_new_bug) return false;
  if (failure.kind == BugKind::Race) return pass_over(*failure.race);
  if (fresh && !concerns_accesses(failure.kind)) see_last_step(failure, schedule);
  return true;
}

bool Listener::is_known(const Bug& bug) const {
  const std::vector<std::string>& known = options_.known_bugs;
  return std::find(known.begin(), known.end(), bug.id) != known.end();
}

// A failure that was not met before. Nothing: it could not be described, and was told in plain words.
Listener::Told Listener::tell(const Failure& failure, const Schedule& schedule) {
  const Told told = in_fork([&] { return describe_and_send(failure, schedule); });
  if (told == Told::Bug) in_fork([&] { return minimise_and_send(failure, schedule); });
  if (told != Told::Nothing) return told;
  const Bug plain = plain_description(machine_, failure, schedule);
  send_message(descriptor_, to_wire(plain));
  return is_known(plain) ? Told::Known : Told::Nothing;
}

void Listener::note_finder() {
  if (sampling_ == nullptr && sights.found_by.empty()) sights.found_by = kSearch;
  if (sampling_ == nullptr || std::exchange(sampling_->report->found, true)) return;
  std::strncpy(sampling_->report->found_by, sampling_->picker->name(), sizeof sampling_->report->found_by - 1);
}

void Listener::completed(const AbstractMachine&, const Schedule& schedule) {
  if (machine_.status() == Status::Finished) sights.exit_statuses.insert(machine_.exit_status());
  if (sights.sample.empty()) sights.sample = schedule;
  if (sampling_ != nullptr && stop_) sampling_->live->stop = true;
}

bool Listener::may_go_on(const SearchProgress& progress, std::uint64_t& ask_again) {
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

bool Listener::may_go_on_after_burst(const Statistics& so_far) {
  if (!burst_.is_due(so_far)) return true;
  const bool found = burst_.run(so_far, [&](const BurstShare& share, BurstReport& report) {
    return take_samples(share, report, so_far.max_depth);
  });
  if (found && sights.found_by.empty()) sights.found_by = burst_.found_by();
  return !found || (options_.keep_going && !options_.stops_at_new_bug);
}

// Rounds that only wait for the time to come are left out by a leap of the clock (round_time.h), and with them what the
// program would have done at the times between. A few executions in which no clock leaps look there.
bool Listener::find_without_leaps() {
  constexpr BurstShare kShare{.first = 0, .executions = 32, .transitions = 50'000, .seconds = 1};
  Burst burst(true);
  const bool found = burst.run_once(kShare, [&](const BurstShare& share, BurstReport& report) {
    round_.loop_bound = {};
    round_.loop_bound.every_round = true;
    return take_samples(share, report, 0);
  });
  if (found && sights.found_by.empty()) sights.found_by = burst.found_by();
  return found;
}

bool Listener::let_second_search_take_over() {
  second_.begin_round(std::exchange(transitions_, 0), false);
  return told_ = second_.take_over(explore_states);
}

// A burst. Whatever changes here is the fork's own; a race that is ignored is one for the rest of the burst.
int Listener::take_samples(const BurstShare& share, BurstReport& report, std::size_t steps) {
  BurstSampler picker(options_.seed, share.first, options_.pct_depth, steps);
  const auto live = std::make_unique<LiveState>();
  Sampling sampling{&picker, &report, live.get(), 2 * share.seconds + kSecondsToEnd};
  sampling_ = &sampling;
  names_.mirror(nullptr);  // threads that only a sample has are unknown to the search
  CheckOptions options = options_;
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

// Where the search stands is sent every so often, with what `add_rest` knows of the run. What takes long to send is
// sent less often.
bool Listener::wants_frontier() {
  if (!options_.keeps_frontier || sampling_ != nullptr) return false;
  return seconds_since(kept_) >= std::max(options_.checkpoint_seconds, kMostOften * seconds_to_send_);
}

void Listener::stored(std::span<const std::uint64_t> piece) {
  if (!options_.keeps_frontier || again) return;
  if (!std::exchange(sends_, true)) kept_ = Clock::now();
  send_message(descriptor_, to_wire(Stored{to_bytes(piece)}));
}

void Listener::reached(const Frontier& frontier) {
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

// Goes on with what another process has done. The options and the machine have learned of it already.
void Listener::resume(const CheckpointFile& file) {
  from_ = &file.state->frontier;
  pieces_ = file.stored;
  sights.take_from(*file.state);
  found_new_ = !sights.failures.empty();
}

std::span<const std::uint64_t> Listener::next_stored() {
  words_.clear();
  if (!pieces_.empty() && to_words(pieces_.front(), words_)) pieces_ = pieces_.subspan(1);
  return words_;
}

// Before another round of the search. `afresh`: what is visible or passed over has changed.
void Listener::begin_round(bool afresh) {
  sights.begin_round();
  again = false;
  burst_.begin_round();
  if (!second_.is_fork()) second_.begin_round(std::exchange(transitions_, 0), afresh);
}

Listener::Told Listener::in_fork(const std::function<int()>& work) {
  const std::optional<int> status = run_in_fork(work);
  if (!status || !WIFEXITED(*status)) return Told::Nothing;
  switch (WEXITSTATUS(*status)) {
    case 0:
      return Told::Bug;
    case kIgnored:
      return Told::Ignored;
    case kKnown:
      return Told::Known;
    default:
      return Told::Nothing;
  }
}

// By another run of the schedule; nothing: the failure did not come again.
std::optional<Bug> Listener::described(const Failure& failure, const Schedule& schedule) {
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
int Listener::describe_and_send(Failure failure, const Schedule& schedule) {
  const std::optional<Bug> bug = described(failure, schedule);
  if (!bug) return 1;
  if (const auto entry = matching(options_.ignore, *bug); entry && answer_ != nullptr) {
    answer_->entry = *entry;
    const std::string text = fmt::format("{}:{}: {}", bug->position.file, bug->position.line, bug->message);
    answer_->text[text.copy(answer_->text, sizeof answer_->text - 1)] = 0;
    return kIgnored;
  }
  if (!send_message(descriptor_, to_wire(*bug))) return 1;
  return is_known(*bug) ? kKnown : 0;
}

int Listener::minimise_and_send(Failure failure, const Schedule& schedule) {
  const Schedule shorter = minimised(machine_, failure, schedule, !options_.shortest, stop_);
  if (shorter == schedule) return 0;
  std::optional<Bug> bug = described(failure, shorter);
  if (!bug) return 1;
  bug->minimised = true;
  return send_message(descriptor_, to_wire(*bug)) ? 0 : 1;
}

// A burst does not, whatever it interrupts.
bool Listener::covers_interleavings() const {
  return sampling_ == nullptr && heddle::covers_interleavings(options_.search);
}

// The execution goes on past this race. What it leads to is covered if the bytes in question are scheduling points:
// false if they were not, and the search has to begin again.
bool Listener::pass_over(const Race& race) {
  if (options_.visible == Visibility::All) return true;
  if (!covers_interleavings()) return sights.race_passed_over = true;
  if (machine_.status() == Status::Running) return !(again = see(race));
  // The same step showed something else, and that is to be told first.
  for (const Access& access : {race.earlier, race.later}) sights.more_visible.push_back(bytes_of(access));
  return true;
}

bool Listener::see(const Race& race) {
  bool fresh = false;
  for (const Access& access : {race.earlier, race.later}) fresh |= round_.see(bytes_of(access));
  return fresh;
}

// From the next round on: the round goes on, so that more such bugs come together.
void Listener::see_last_step(const Failure& failure, const Schedule& schedule) {
  if (answer_ == nullptr || options_.visible == Visibility::All || !covers_interleavings()) return;
  answer_->ranges = 0;
  in_fork([&] { return collect_last_step(failure, schedule); });
  for (std::size_t i = 0; i < answer_->ranges; ++i) sights.more_visible.push_back(answer_->range[i]);
}

int Listener::collect_last_step(Failure failure, const Schedule& schedule) {
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

void Listener::ignore(const Failure& failure) {
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

}  // namespace heddle::run
