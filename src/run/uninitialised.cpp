// Watching every byte, as MemorySanitizer does, costs two to three times the time. This costs two executions and sees
// what matters for a verdict: memory without a value that decides a branch, an address, an outcome or the output on the
// way through one schedule. It is no bug to read such memory (copying it is common), so it becomes an assumption.
#include "run/uninitialised.h"

#include <sys/wait.h>
#include <xxhash.h>

#include <algorithm>

#include "run/isolation.h"

namespace heddle::run {
namespace {

// Small as a number, true as a bool, and no address.
constexpr std::uint8_t kOther = 1;

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

// Everything that this execution shows of itself, in one number.
std::uint64_t trail_of(Machine& machine, const Schedule& schedule, std::uint8_t fill) {
  Trail trail;
  machine.fill_memory(fill);
  machine.start();
  for (const ScheduleStep& step : schedule) {
    if (machine.status() != Status::Running) break;
    const auto pending = machine.pending();
    for (const Pending& p : pending) trail.add(p);
    const auto next = std::find_if(pending.begin(), pending.end(), [&](const Pending& p) { return p.thread == step.thread; });
    if (next == pending.end() || !next->enabled || step.choice >= next->outcomes) break;
    machine.step(step.thread, step.choice);
  }
  trail.add(static_cast<std::uint64_t>(machine.status()));
  if (machine.status() == Status::Finished) trail.add(static_cast<std::uint64_t>(machine.exit_status()));
  for (const Failure& failure : machine.failures()) trail.add(failure.key());
  trail.add(machine.output());
  return trail.hash();
}

}  // namespace

bool notices_uninitialised_memory(Machine& machine, const Schedule& schedule, double seconds) {
  const std::optional<int> status = run_in_fork([&] {
    end_process_after(seconds);
    return trail_of(machine, schedule, 0) == trail_of(machine, schedule, kOther) ? 0 : 1;
  });
  return !status || !WIFEXITED(*status) || WEXITSTATUS(*status) != 0;
}

}  // namespace heddle::run
