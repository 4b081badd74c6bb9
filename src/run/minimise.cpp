// What makes two failures the same bug here: the kind and the sites. A deadlock is where its threads wait, and for
// which objects; who closed the circle, and in which order the threads are listed, depends on the schedule. The public
// id, which needs a description, is compared later by whoever receives the result.
//
// The work is bounded by a number of transitions, so that two runs give the same schedule. A program whose transitions
// take very long would make that minutes: then a clock ends it, and the schedule may differ from run to run, though
// never the bug.
#include "run/minimise.h"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "search/minimise.h"

namespace heddle::run {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{5};

using Wait = std::pair<std::uint32_t, Address>;  // site, object

// Of the threads in the circle, or of all if there is none.
std::vector<Wait> waits(const AbstractMachine& machine, const Failure& failure) {
  std::vector<Wait> list;
  for (const Pending& p : machine.pending()) {
    const bool listed =
        failure.cycle.empty() || std::find(failure.cycle.begin(), failure.cycle.end(), p.thread) != failure.cycle.end();
    if (listed) list.emplace_back(p.operation.site.value, p.operation.object);
  }
  std::sort(list.begin(), list.end());
  return list;
}

bool is_about_waiting(const Failure& failure) {
  return failure.kind == BugKind::Deadlock || failure.kind == BugKind::Livelock;
}

// What the failure in question looks like on the machine: known once the original schedule was followed to its end.
class SameBug {
 public:
  explicit SameBug(const Failure& failure) : key_(failure.key()), waiting_(is_about_waiting(failure)) {}

  bool operator()(const AbstractMachine& machine, const Failure& failure) {
    if (!waiting_) return failure.key() == key_;
    if (!is_about_waiting(failure)) return false;
    const auto seen = std::tuple(failure.kind, failure.cycle.size(), waits(machine, failure));
    if (!original_ && failure.key() == key_) original_ = seen;
    return original_ == seen;
  }

 private:
  std::uint64_t key_;
  bool waiting_;
  std::optional<std::tuple<BugKind, std::size_t, std::vector<Wait>>> original_;
};

}  // namespace

Schedule minimised(Machine& machine, const Failure& failure, const Schedule& schedule, bool may_be_longer,
                   const std::atomic<bool>& stop) {
  const Clock::time_point end = Clock::now() + kPatience;
  const auto enough = [&stop, end] { return stop.load(std::memory_order_relaxed) || Clock::now() > end; };
  return fewer_switches(machine, schedule, SameBug(failure), enough, {.may_be_longer = may_be_longer});
}

}  // namespace heddle::run
