// Follows a schedule step by step and stops where it cannot go on; then collects what the live threads wait for.
//
// A machine that is stuck may not list its threads any more, so the list is put together from the one before the last
// step and from what the recorder saw since.
#include "run/rerun.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/steps.h"
#include "run/machine_names.h"
#include "search/never_ends.h"

namespace heddle::run {
namespace {

constexpr std::size_t kMostEvents = 1'000'000;  // while everything is watched

// Why this step cannot be made; empty: it can.
std::string obstacle(const Machine& machine, const ScheduleStep& step) {
  const std::string name = machine.names().name(step.thread);
  if (machine.status() == Status::Finished) return "the program has already ended";
  if (machine.status() == Status::Refused) return machine.refusal();
  if (machine.status() != Status::Running) return "the execution has already ended";
  for (const Pending& p : machine.pending()) {
    if (p.thread != step.thread) continue;
    if (!p.enabled) return fmt::format("{} cannot go on ({})", name, name_of(p.operation.kind));
    if (step.choice >= p.outcomes)
      return fmt::format("{} has only {} outcomes to choose from ({})", name, p.outcomes, name_of(p.operation.kind));
    return {};
  }
  return fmt::format("thread {} does not exist or has ended", name);
}

bool had_choice(const Machine& machine, ThreadId thread) {
  for (const Pending& p : machine.pending())
    if (p.thread == thread) return p.outcomes > 1;
  return false;
}

class FinalThreads {
 public:
  void before_step(const Machine& machine, const Recorder& recorder) {
    threads_.clear();
    for (const Pending& p : machine.pending()) threads_.push_back({p.thread, p.operation, p.enabled, {}, {}});
    events_before_ = recorder.events.size();
  }

  std::vector<FinalThread> at_end(const Machine& machine, const Recorder& recorder) {
    if (!machine.pending().empty())
      before_step(machine, recorder);
    else
      follow(recorder);
    const bool all_blocked = machine.status() == Status::Stuck;
    for (FinalThread& t : threads_) {
      t.operation = machine.awaited(t.thread, t.operation);
      const Waits waits = waits_of(t.operation.kind);
      const bool can = waits == Waits::ForWord || waits == Waits::ForOneWord
                           ? t.enabled  // the machine's business
                           : !waits_for_change(t.operation) && machine.world().enabled(t.thread, t.operation);
      t.enabled = !all_blocked && can;
      t.stack = machine.stack_of(t.thread);
      for (const ObjectId id : machine.world().held_by(t.thread)) t.holds.push_back(machine.world().address_of(id));
    }
    return std::move(threads_);
  }

 private:
  void follow(const Recorder& recorder) {
    const std::size_t first = std::min(events_before_, recorder.events.size());
    for (std::size_t i = first; i < recorder.events.size(); ++i) {
      const RecordedEvent& event = recorder.events[i];
      std::erase_if(threads_, [&](const FinalThread& t) { return t.thread == event.thread; });
      if (event.blocked) threads_.push_back({event.thread, event.operation, false, {}, {}});
    }
    std::sort(threads_.begin(), threads_.end(), [](const auto& a, const auto& b) { return a.thread < b.thread; });
  }

  std::vector<FinalThread> threads_;
  std::size_t events_before_ = 0;
};

// What the operations of the schedule are called and where they stand, and whether that is as expected.
class Steps {
 public:
  Steps(const Machine& machine, const RerunRequest& request, const Schedule& schedule, Rerun& run)
      : machine_(machine), run_(run), expected_(request.expected) {
    wanted_ = (request.places || has_expectation()) && schedule.size() <= kLongest;
  }

  void before_step(std::size_t number, ThreadId thread) {
    if (!wanted_) return;
    const auto pending = std::find_if(machine_.pending().begin(), machine_.pending().end(),
                                      [&](const Pending& p) { return p.thread == thread; });
    if (pending == machine_.pending().end()) return;
    const StepPlace place = place_of(*pending);
    const auto [known, fresh] = numbers_.try_emplace({place.operation, place.function, place.place},
                                                     static_cast<std::uint32_t>(run_.steps.places.size()));
    if (fresh) run_.steps.places.push_back(place);
    run_.steps.of_step.push_back(known->second);
    compare(number, thread, place);
  }

  // "to lock m at a.c:12 in worker", or nothing.
  std::string expectation(std::size_t number) const {
    if (!has_expectation() || number >= expected_->of_step.size()) return {};
    return in_words(expected_->places[expected_->of_step[number]]);
  }

 private:
  static constexpr std::size_t kLongest = 20'000;

  bool has_expectation() const { return expected_ != nullptr && !expected_->of_step.empty(); }

  static std::string in_words(const StepPlace& place) {
    return fmt::format("{} at {} in {}", place.operation, place.place, place.function);
  }

  // Lines move when something above them is edited, and a block is named after the line that allocates it.
  static std::string without_lines(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i];
      if (text[i] == ':')
        while (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') ++i;
    }
    return out;
  }

  StepPlace place_of(const Pending& pending) const {
    const NamedOperation name = named_operation(machine_, run_.recording, pending);
    return {name.phrase, name.position.function, short_position(name.position)};
  }

  void compare(std::size_t number, ThreadId thread, const StepPlace& found) {
    if (!has_expectation() || !run_.difference.empty() || number >= expected_->of_step.size()) return;
    const StepPlace& expected = expected_->places[expected_->of_step[number]];
    if (without_lines(expected.operation) == without_lines(found.operation) && expected.function == found.function)
      return;
    run_.difference =
        fmt::format("first difference at step {} of {}, {}: expected {}, found {}", number + 1,
                    expected_->of_step.size(), machine_.names().name(thread), in_words(expected), in_words(found));
  }

  const Machine& machine_;
  Rerun& run_;
  const StepPlaces* expected_;
  bool wanted_ = false;
  std::map<std::tuple<std::string, std::string, std::string>, std::uint32_t> numbers_;
};

void watch(Recorder& recorder, const Failure& failure) {
  recorder.watch = failure.race ? failure.race->later.address : failure.address;
  recorder.watch_size =
      failure.race ? std::max<std::uint64_t>(failure.race->later.size, 1) : (failure.kind == BugKind::Memory ? 1 : 0);
  if (!failure.race) return;
  const Access& earlier = failure.race->earlier;
  recorder.locksets.byte = earlier.address;
  recorder.locksets.of_plain_write = is_write(earlier.kind) && !is_atomic(earlier.kind);
  recorder.locksets.thread = earlier.thread;
  recorder.locksets.kind = static_cast<std::uint8_t>(earlier.kind);
}

// Where states are compared the machine itself does not see that it goes round in circles.
void look_for_livelock(Machine& machine, std::vector<Failure>& failures) {
  if (!machine.compares_states() || machine.status() != Status::Running) return;
  const Ahead ahead = look_ahead(machine, kMostStatesAhead);
  if (!ahead.forever || !ahead.forever->way.empty()) return;
  if (std::optional<Failure> livelock = livelock_of(machine, *ahead.forever)) failures.push_back(std::move(*livelock));
}

}  // namespace

bool can_follow(const Machine& machine, const ScheduleStep& step) { return obstacle(machine, step).empty(); }

NamedOperation named_operation(const Machine& machine, const Recording& recording, const Pending& pending) {
  const Failure none;
  const Schedule no_schedule;
  const MachineNames addresses(machine);
  const DescribeInput input{
      none, no_schedule, recording, machine.image(), machine.names(), addresses, [&](ObjectId id) {
        return machine.world().address_of(id);
      }};
  SourceText source;
  const Describer d(input, source);
  return {d.phrase(pending.operation), d.place(pending.operation.site, machine.stack_of(pending.thread)).position};
}

namespace {

bool watches_the_same(const Recorder& recorder, const Failure& failure) {
  Recorder other;
  watch(other, failure);
  const LocksetWatch &a = recorder.locksets, &b = other.locksets;
  return recorder.watch == other.watch && recorder.watch_size == other.watch_size && a.byte == b.byte &&
         a.of_plain_write == b.of_plain_write && (a.of_plain_write || (a.thread == b.thread && a.kind == b.kind));
}

Rerun run_once(Machine& machine, const Schedule& schedule, const RerunRequest& request) {
  Rerun run;
  Recorder& recorder = run.recording.recorder;
  if (request.about != nullptr) watch(recorder, *request.about);
  if (request.watch_all) recorder.watch = 0, recorder.watch_size = ~std::uint64_t{0}, recorder.limit = kMostEvents;
  FinalThreads threads;
  machine.record(&recorder);
  machine.start();
  Steps steps(machine, request, schedule, run);
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (std::string why = obstacle(machine, schedule[i]); !why.empty()) {
      const std::string expected = steps.expectation(i);
      run.divergence = fmt::format("at step {} of {}: {}", i + 1, schedule.size(), why);
      if (!expected.empty()) run.divergence += fmt::format("; expected was: {}", expected);
      break;
    }
    run.recording.had_choice.push_back(had_choice(machine, schedule[i].thread));
    threads.before_step(machine, recorder);
    steps.before_step(i, schedule[i].thread);
    machine.step(schedule[i].thread, schedule[i].choice);
  }
  if (run.divergence.empty() && machine.status() == Status::Refused) run.divergence = machine.refusal();
  run.failures = machine.failures();
  run.recording.threads = threads.at_end(machine, recorder);
  run.recording.output = machine.output();
  Recorder tried;  // the schedule ends here: what the look ahead tries out is no part of it
  machine.record(&tried);
  if (run.divergence.empty() && run.failures.empty()) look_for_livelock(machine, run.failures);
  machine.record(nullptr);
  return run;
}

}  // namespace

// Another schedule may show the same race the other way round: then the access whose story is told is another one.
Rerun rerun(Machine& machine, const Schedule& schedule, const RerunRequest& request) {
  Rerun run = run_once(machine, schedule, request);
  const Failure* same = request.about != nullptr ? same_failure(run, *request.about) : nullptr;
  if (same == nullptr || watches_the_same(run.recording.recorder, *same)) return run;
  const Failure about = *same;
  RerunRequest once_more = request;
  once_more.about = &about;
  return run_once(machine, schedule, once_more);
}

const Failure* same_failure(const Rerun& run, const Failure& about) {
  const Failure* similar = nullptr;
  for (const Failure& failure : run.failures) {
    if (failure.key() == about.key()) return &failure;
    if (similar == nullptr && failure.kind == about.kind) similar = &failure;
  }
  return similar;
}

Bug describe_rerun(const Machine& machine, const Schedule& schedule, const Rerun& run, const Failure& failure) {
  const MachineNames addresses(machine);
  SourceText source;
  const DescribeInput input{
      failure, schedule, run.recording, machine.image(), machine.names(), addresses, [&](ObjectId id) {
        return machine.world().address_of(id);
      }};
  Bug bug = describe(input, source);
  bug.steps = run.steps;
  return bug;
}

namespace {

// Calls `use` with something that knows the names of this rerun's addresses.
template <class F>
auto with_describer(const Machine& machine, const Schedule& schedule, const Rerun& run, F&& use) {
  const MachineNames addresses(machine);
  const Failure none;
  SourceText source;
  const DescribeInput input{
      none, schedule, run.recording, machine.image(), machine.names(), addresses, [&](ObjectId id) {
        return machine.world().address_of(id);
      }};
  return use(Describer(input, source));
}

}  // namespace

std::vector<InterleavingRow> rows_of_rerun(const Machine& machine, const Schedule& schedule, const Rerun& run) {
  return with_describer(machine, schedule, run, [](const Describer& d) { return rows_of_steps(d); });
}

std::string difference_of_reruns(const Machine& machine, const Schedule& schedule, const Rerun& a, const Rerun& b) {
  return with_describer(machine, schedule, a, [&](const Describer& first) {
    return with_describer(machine, schedule, b,
                          [&](const Describer& second) { return first_difference(first, second); });
  });
}

}  // namespace heddle::run
