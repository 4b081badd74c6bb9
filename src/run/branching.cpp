// An operation is named where the schedule comes to it: only there is it known which of the program's lines called the
// library, and what the object is called.
#include "run/branching.h"

#include <fmt/format.h>

#include <algorithm>

#include "run/isolation.h"
#include "run/rerun.h"

namespace heddle::run {
namespace {

constexpr std::size_t kMostSources = 3;
constexpr double kPatienceToName = 1;  // seconds
constexpr std::size_t kLongestToName = 20'000;
constexpr unsigned kManyThreads = 4;          // with fewer, the number of threads is not what to change first
constexpr std::size_t kManySteps = 100;       // likewise, the length of an execution

// Calls visit(step, pending) for what threads are about to do before each step of the schedule, and at its end.
template <class F>
void walk_along(Machine& machine, const Schedule& schedule, F&& visit) {
  machine.start();
  for (std::size_t step = 0;; ++step) {
    for (const Pending& p : machine.pending()) visit(step, p);
    if (step == schedule.size() || !can_follow(machine, schedule[step])) return;
    machine.step(schedule[step].thread, schedule[step].choice);
  }
}

// Where on the schedule the operation of a place is pending: as near as possible to where the search left it.
struct Occurrence {
  bool known = false;
  std::size_t step = 0, distance = 0;
  ThreadId thread;
};

std::vector<Occurrence> occurrences(Machine& machine, const Schedule& schedule, const std::vector<BranchPlace>& wanted) {
  std::vector<Occurrence> found(wanted.size());
  walk_along(machine, schedule, [&](std::size_t step, const Pending& p) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (p.operation.site != wanted[i].site || p.operation.object != wanted[i].object) continue;
      const std::size_t distance = step > wanted[i].depth ? step - wanted[i].depth : wanted[i].depth - step;
      if (!found[i].known || distance < found[i].distance) found[i] = {true, step, distance, p.thread};
    }
  });
  return found;
}

// Follows the schedule twice: names are known only while the machine records, which is slow.
std::vector<BranchSource> named(Machine& machine, const Schedule& schedule, const std::vector<BranchPlace>& wanted,
                                std::uint64_t total) {
  const std::vector<Occurrence> where = occurrences(machine, schedule, wanted);
  std::vector<BranchSource> sources(wanted.size());
  Recording recording;
  machine.record(&recording.recorder);
  walk_along(machine, schedule, [&](std::size_t step, const Pending& p) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!where[i].known || where[i].step != step || where[i].thread != p.thread) continue;
      const NamedOperation name = named_operation(machine, recording, p);
      sources[i] = {name.phrase, name.position.file, name.position.line, 0};
    }
  });
  machine.record(nullptr);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    sources[i].share = static_cast<unsigned>(100 * wanted[i].count / total);
  std::erase_if(sources, [](const BranchSource& source) { return source.operation.empty(); });
  return sources;
}

// Different mutexes of an array, say, that one line locks.
void merge_alike(std::vector<BranchSource>& sources) {
  std::vector<BranchSource> merged;
  for (BranchSource& source : sources) {
    const auto same = std::find_if(merged.begin(), merged.end(), [&](const BranchSource& other) {
      return other.operation == source.operation && other.file == source.file && other.line == source.line;
    });
    if (same == merged.end())
      merged.push_back(std::move(source));
    else
      same->share += source.share;
  }
  sources = std::move(merged);
}

}  // namespace

std::vector<std::string> suggestions(const SearchProgress& progress, const CheckOptions& options) {
  unsigned threads = 1;
  for (const ScheduleStep& step : progress.schedule) threads = std::max<unsigned>(threads, step.thread.value + 1u);
  const std::size_t steps = progress.stats.max_depth;
  std::vector<std::string> list;
  if (threads >= kManyThreads) list.push_back(fmt::format("fewer threads (an execution has {})", threads));
  if (steps >= kManySteps) list.push_back(fmt::format("smaller counts (an execution has {} scheduling points)", steps));
  if (list.empty()) list.emplace_back("a smaller count");
  if (!options.bounds.preemptions && search_kind(options.search).run_bounded != nullptr)
    list.emplace_back("--preemptions 2");
  else if (!options.bounds.preemptions)
    list.emplace_back("--search auto --preemptions 2");
  if (!options.bounds.preemptions) list.emplace_back("--search pct");
  return list;
}

void send_branching(Machine& machine, const SearchProgress& progress, const CheckOptions& options, int descriptor) {
  if (progress.branching.total() == 0 || progress.schedule.size() > kLongestToName) return;
  run_in_fork([&] {
    end_process_after(kPatienceToName);
    Branching branching;
    branching.sources =
        named(machine, progress.schedule, progress.branching.top(kMostSources), progress.branching.total());
    end_process_after(0);
    merge_alike(branching.sources);
    branching.suggestions = suggestions(progress, options);
    return send_message(descriptor, to_wire(branching)) ? 0 : 1;
  });
}

}  // namespace heddle::run
