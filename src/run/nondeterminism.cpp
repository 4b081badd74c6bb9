// Heddle controls threads, time, random numbers and addresses; what else a program reads (its process number, the state
// that a library keeps to itself) may differ from run to run, and then neither a replay nor a
// verdict can be relied on. So: run a schedule, then run it again in a fork of the process in which the first run took
// place. The fork has another process number, a later time, and whatever the first run left behind in libraries.
//
//   make_schedule   always the first thread that can go on, always the last, or by a pseudo-random choice
//   run_twice       in the child; sends what it found as a remark
#include "run/nondeterminism.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include "run/location_classes.h"
#include "run/rerun.h"
#include "detect/registry.h"

namespace heddle::run {
namespace {

constexpr unsigned kSchedules = 4;
constexpr std::size_t kLongest = 5'000;  // steps of a schedule that is made up

// The choice among `count` possibilities at a step of the schedule with this number.
std::size_t pick(unsigned number, std::size_t step, std::size_t count) {
  if (number == 0) return 0;
  if (number == 1) return count - 1;
  std::uint64_t x = (step + 1) * 0x9e3779b97f4a7c15u + number;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  return static_cast<std::size_t>((x ^ (x >> 31)) % count);
}

Schedule make_schedule(Machine& machine, unsigned number) {
  Schedule schedule;
  machine.start();
  while (machine.status() == Status::Running && schedule.size() < kLongest) {
    std::vector<Pending> ready;
    for (const Pending& p : machine.pending())
      if (p.enabled) ready.push_back(p);
    if (ready.empty()) break;
    const Pending& next = ready[pick(number, schedule.size(), ready.size())];
    const auto choice = static_cast<Choice>(pick(number, schedule.size() + 7, next.outcomes));
    schedule.push_back({next.thread, choice});
    machine.step(next.thread, choice);
  }
  return schedule;
}

std::string compare(Machine& machine, const Schedule& schedule, const Rerun& first) {
  RerunRequest request;
  request.watch_all = true;
  const Rerun second = rerun(machine, schedule, request);
  std::string difference = difference_of_reruns(machine, schedule, first, second);
  if (difference.empty() && first.divergence != second.divergence)
    difference = fmt::format("the second time the schedule could not be followed: {}", second.divergence);
  return difference;
}

// The second run in a fork; true: nothing was found and the next schedule may be tried.
bool run_twice(Machine& machine, const Schedule& schedule, int descriptor) {
  RerunRequest request;
  request.watch_all = true;
  const Rerun first = rerun(machine, schedule, request);
  const std::optional<int> status = run_in_fork([&] {
    const std::string difference = compare(machine, schedule, first);
    if (!difference.empty()) send_message(descriptor, to_wire(Remark{difference}));
    return difference.empty() ? 0 : 1;
  });
  if (!status) return true;
  if (WIFSIGNALED(*status))
    send_message(descriptor, to_wire(Remark{fmt::format("the second run was killed by signal {}", WTERMSIG(*status))}));
  return WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
}

int work(const Image& image, const CheckOptions& asked, const ReplayFile* file, SharedState& shared,
         int descriptor) try {
  CheckOptions options = asked;
  // A race is no difference, and what comes after it is to be compared too.
  options.keep_going = true;
  ThreadNames names(process_names(options.processes));
  if (file != nullptr)
    for (std::size_t i = 1; i < file->thread_names.size(); ++i) names.add(file->thread_names[i]);
  names.mirror(&shared.threads);
  Journal journal;
  std::string error;
  const std::unique_ptr<RaceDetector> detector =
      make_detector(options.detector, journal, error, detector_options(image, options, names));
  const Round round = file != nullptr ? file->round : Round{};
  Machine machine(image, options, journal, detector.get(), names, round);
  if (file != nullptr) return run_twice(machine, file->schedule, descriptor), 0;
  for (unsigned number = 0; number < kSchedules; ++number)
    if (!run_twice(machine, make_schedule(machine, number), descriptor)) break;
  return 0;
} catch (const std::exception& e) {
  send_message(descriptor, to_wire(Remark{fmt::format("internal error: {}", e.what())}));
  return 0;
}

}  // namespace

std::string find_nondeterminism(const Image& image, const CheckOptions& options, const ReplayFile* file,
                                SharedState& shared, const WatchLimits& limits) {
  std::string difference;
  const ChildEnd end = run_isolated(
      shared, limits, [&](int descriptor) { return work(image, options, file, shared, descriptor); },
      [&](Message message) {
        if (message.remark && difference.empty()) difference = message.remark->text;
      });
  if (!difference.empty()) return "not deterministic: the same schedule run twice differs: " + difference;
  if (end.reason == ChildEnd::Reason::Interrupted) return "interrupted while one schedule was run twice";
  if (end.reason == ChildEnd::Reason::TimeUp) return "time limit reached while one schedule was run twice";
  if (end.reason != ChildEnd::Reason::Exited) return "the process that ran one schedule twice was killed";
  return {};
}

}  // namespace heddle::run
