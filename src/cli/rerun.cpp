// Follows a schedule step by step and stops where it cannot go on; then collects what the live threads wait for.
//
// A machine that is stuck may not list its threads any more, so the list is put together from the one before the last
// step and from what the recorder saw since.
#include "cli/rerun.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::cli {
namespace {

class MachineNames : public AddressNames {
 public:
  explicit MachineNames(const Machine& machine) : machine_(machine) {}
  AddressName name(Address address) const override { return machine_.name_address(address); }

 private:
  const Machine& machine_;
};

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
      t.enabled =
          !all_blocked && t.operation.kind != OperationKind::SpinWait && machine.world().enabled(t.thread, t.operation);
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

void watch(Recorder& recorder, const Failure& failure) {
  recorder.watch = failure.race ? failure.race->later.address : failure.address;
  recorder.watch_size =
      failure.race ? std::max<std::uint64_t>(failure.race->later.size, 1) : (failure.kind == BugKind::Memory ? 1 : 0);
}

}  // namespace

Rerun rerun(Machine& machine, const Schedule& schedule, const Failure* about) {
  Rerun run;
  Recorder& recorder = run.recording.recorder;
  if (about != nullptr) watch(recorder, *about);
  FinalThreads threads;
  machine.record(&recorder);
  machine.start();
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (std::string why = obstacle(machine, schedule[i]); !why.empty()) {
      run.divergence = fmt::format("at step {} of {}: {}", i + 1, schedule.size(), why);
      break;
    }
    run.recording.had_choice.push_back(had_choice(machine, schedule[i].thread));
    threads.before_step(machine, recorder);
    machine.step(schedule[i].thread, schedule[i].choice);
  }
  if (run.divergence.empty() && machine.status() == Status::Refused) run.divergence = machine.refusal();
  run.failures = machine.failures();
  run.recording.threads = threads.at_end(machine, recorder);
  run.recording.output = machine.output();
  machine.record(nullptr);
  return run;
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
  return describe(input, source);
}

}  // namespace heddle::cli
