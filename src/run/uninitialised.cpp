// Watching every byte, as MemorySanitizer does, costs two to three times the time. This costs some executions and sees
// what matters for a verdict: memory without a value that a comparison looks at (instrument/decision_hooks.cpp), or
// that decides an address, an outcome or the output on the way through a schedule. It is no bug to read such memory
// (copying it is common), so it becomes an assumption. Pointers to local variables that have ended are made useless in
// the same executions (machine/dangling.cpp).
//
// Which schedules: one that the search has run, and random ones, since what is read may be read in some orders only.
// These are the same whatever the search, and go on until a number of steps is used up, so that two runs say the same.
#include "run/uninitialised.h"

#include <sys/wait.h>
#include <xxhash.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "run/isolation.h"

namespace heddle::run {
namespace {

// What stands in the place of a value that the language leaves open.
struct Values {
  std::uint8_t fill = 0;  // of memory that nobody has initialised
  bool spoiled = false;   // pointers to variables that have ended
};
// Small as a number, true as a bool, and no address; and one whose high bits are set, and which is negative.
constexpr std::uint8_t kOther = 1, kHigh = 0xd6;
// Words in which an execution looks for pointers: some hundredths of a second.
constexpr std::uint64_t kWords = std::uint64_t{1} << 24;

// Of random schedules: a part of what the search has done, within limits.
constexpr std::uint64_t kFillShare = 20, kFillLeast = 400, kFillMost = 10'000;

class Trail {
 public:
  void add(std::uint64_t value) { hash_ = XXH3_64bits_withSeed(&value, sizeof value, hash_); }
  void add(const std::string& text) { hash_ = XXH3_64bits_withSeed(text.data(), text.size(), hash_); }
  void add(const Pending& p) {
    add(p.thread.index());
    add(static_cast<std::uint64_t>(p.operation.kind));
    add(p.operation.object);
    add(p.operation.site.value);
    add(p.enabled);
    add(p.outcomes);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

// Who goes on, and with which outcome; nothing: the execution ends here.
using Chooser = std::function<std::optional<ScheduleStep>(std::span<const Pending>)>;

// Everything that an execution shows of itself, and what its comparisons looked at, in one number each.
struct Shown {
  std::uint64_t trail = 0, decisions = 0;
  bool operator==(const Shown&) const = default;
};

Shown shown_by(Machine& machine, const Chooser& choose, Values values) {
  Trail trail;
  machine.fill_memory(values.fill);
  machine.watch_decisions(true);
  machine.spoil_pointers(values.spoiled ? kWords : 0);
  machine.start();
  while (machine.status() == Status::Running) {
    const auto pending = machine.pending();
    for (const Pending& p : pending) trail.add(p);
    const std::optional<ScheduleStep> step = choose(pending);
    if (!step) break;
    machine.step(step->thread, step->choice);
  }
  trail.add(static_cast<std::uint64_t>(machine.status()));
  if (machine.status() == Status::Finished) trail.add(static_cast<std::uint64_t>(machine.exit_status()));
  for (const Failure& failure : machine.failures()) trail.add(failure.key());
  trail.add(machine.output());
  return {trail.hash(), machine.decisions()};
}

Chooser along(const Schedule& schedule) {
  return [&schedule, at = schedule.begin()](std::span<const Pending> pending) mutable -> std::optional<ScheduleStep> {
    if (at == schedule.end()) return {};
    const ScheduleStep step = *at++;
    const auto next =
        std::find_if(pending.begin(), pending.end(), [&](const Pending& p) { return p.thread == step.thread; });
    if (next == pending.end() || !next->enabled || step.choice >= next->outcomes) return {};
    return step;
  };
}

// A random way, which is left in `schedule`.
Chooser at_random(std::minstd_rand& numbers, Schedule& schedule, std::uint64_t& steps) {
  return [&](std::span<const Pending> pending) -> std::optional<ScheduleStep> {
    std::vector<const Pending*> enabled;
    for (const Pending& p : pending)
      if (p.enabled && p.outcomes > 0) enabled.push_back(&p);
    if (enabled.empty() || steps == 0) return {};
    steps--;
    const Pending& next = *enabled[numbers() % enabled.size()];
    schedule.push_back({next.thread, static_cast<Choice>(numbers() % next.outcomes)});
    return schedule.back();
  };
}

// A set of causes, as the status of a process.
enum Cause : int { kNoCause = 0, kMemory = 1, kPointers = 2 };

// Both are tried together, since most programs depend on neither. A comparison that looks at memory without a value
// counts whatever it says; one of pointers to what has ended counts if it shows, since nearly all of these are with
// null.
int causes_along(Machine& machine, const Schedule& schedule, const Shown& usual) {
  const auto with = [&](Values values) { return shown_by(machine, along(schedule), values); };
  const Shown both = with({kOther, true});
  if (both != usual) {
    const int causes =
        (with({kOther, false}) != usual ? kMemory : 0) | (with({0, true}).trail != usual.trail ? kPointers : 0);
    if (causes != kNoCause) return causes;
    if (both.trail != usual.trail) return kMemory | kPointers;
  }
  return with({kHigh, false}) == usual ? kNoCause : kMemory;
}

int causes_somewhere(Machine& machine, std::uint64_t steps) {
  std::minstd_rand numbers;
  while (steps > 0) {
    Schedule way;
    const std::uint64_t before = steps;
    const Shown usual = shown_by(machine, at_random(numbers, way, steps), {});
    if (steps == before) break;  // there is nothing to choose
    if (const int causes = causes_along(machine, way, usual); causes != kNoCause) return causes;
  }
  return kNoCause;
}

// Nothing: it took too long, or the program made an end of it.
template <class F>
std::optional<int> answer_of(double seconds, F question) {
  const std::optional<int> status = run_in_fork([&] {
    end_process_after(seconds);
    return question();
  });
  if (!status || !WIFEXITED(*status)) return {};
  return WEXITSTATUS(*status);
}

}  // namespace

std::vector<Assumption> open_values(Machine& machine, const Schedule& schedule, std::uint64_t transitions,
                                    double seconds) {
  const std::uint64_t steps = std::clamp(transitions / kFillShare, kFillLeast, kFillMost);
  const auto one = [&] { return causes_along(machine, schedule, shown_by(machine, along(schedule), {})); };
  int causes = answer_of(seconds, one).value_or(kMemory);
  if (causes == kNoCause)
    causes = answer_of(seconds, [&] { return causes_somewhere(machine, steps); }).value_or(kNoCause);
  std::vector<Assumption> list;
  if ((causes & kMemory) != 0) list.push_back(Assumption::Uninitialised);
  if ((causes & kPointers) != 0) list.push_back(Assumption::Dangling);
  return list;
}

}  // namespace heddle::run
