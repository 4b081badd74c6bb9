// The happens-before edges between the steps of different threads, for those who draw them. Which accesses race is the
// detector's business; this follows the same rules from the recorded events: threads, locks, semaphores, barriers,
// onces, and the release and acquire operations of C++ with release sequences and fences. Only direct edges are listed,
// from the last event that released.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "report/describe.h"

namespace heddle {
namespace {

constexpr std::size_t kNone = ~std::size_t{0};

class EdgeFinder {
 public:
  explicit EdgeFinder(const std::vector<RecordedEvent>& events) : events_(events), failed_(failed_exchanges(events)) {}

  std::vector<EventEdge> edges() {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      begin_of_thread(i);
      if (!events_[i].blocked) visit(i);
      last_[events_[i].thread] = i;
    }
    return std::move(edges_);
  }

 private:
  const Operation& operation(std::size_t i) const { return events_[i].operation; }

  void add(std::size_t from, std::size_t to) {
    if (from == kNone || events_[from].thread == events_[to].thread) return;
    if (seen_.emplace(from, to).second) edges_.push_back({from, to});
  }

  void begin_of_thread(std::size_t i) {
    if (last_.contains(events_[i].thread)) return;
    const auto created = created_.find(events_[i].thread);
    if (created != created_.end()) add(created->second, i);
  }

  void visit(std::size_t i) {
    const Operation& op = operation(i);
    const auto thread = [&] { return ThreadId(static_cast<std::uint16_t>(op.object)); };
    switch (role_of(op.kind)) {
      case Role::MemoryRead:
      case Role::MemoryWrite:
        if (is_atomic_access(op.kind)) atomic(i);
        return;
      case Role::Semaphore:
        if (op.kind == OperationKind::SemPost || op.kind == OperationKind::JoinReady)
          released_[op.object] = {i};
        else if (!begins_or_ends_object(op.kind) && events_[i].result == 0)
          acquire(op.object, i, false);
        return;
      case Role::Barrier:
        if (op.kind == OperationKind::BarrierArrive) arrive_at_barrier(i);
        return;
      case Role::Once:
        if (op.kind == OperationKind::OnceDone)
          released_[op.object] = {i};
        else if (op.kind == OperationKind::OnceEnter)
          acquire(op.object, i, false);
        return;
      default:
        break;
    }
    if (op.kind == OperationKind::ThreadCreate) created_[thread()] = i;
    if (op.kind == OperationKind::Join && last_.contains(thread())) add(last_[thread()], i);
    if (op.kind == OperationKind::BarrierLeave) leave_barrier(i);
    if (op.kind == OperationKind::Fence) fence(i);
    lock(i);
  }

  void lock(std::size_t i) {
    const Operation& op = operation(i);
    const Address mutex = has_mutex(op.kind) ? op.argument : op.object;
    // The result of the end of a wait says why it ended.
    const bool failed = events_[i].result != 0 && !has_mutex(op.kind);
    switch (lock_effect(op.kind)) {
      case LockEffect::Takes:
        if (!failed) acquire(mutex, i, true);
        break;
      case LockEffect::TakesShared:
        if (!failed) acquire(mutex, i, false);
        break;
      case LockEffect::Releases:
        released_[mutex].push_back(i);
        break;
      case LockEffect::TakesAll:
      case LockEffect::Keeps:
        break;
    }
  }

  // Readers leave what was released for the next writer.
  void acquire(Address object, std::size_t i, bool exclusively) {
    std::vector<std::size_t>& releases = released_[object];
    for (const std::size_t from : releases) add(from, i);
    if (exclusively) releases.clear();
  }

  // Who arrives once somebody has left belongs to the next round.
  void arrive_at_barrier(std::size_t i) {
    Barrier& barrier = barriers_[operation(i).object];
    if (std::exchange(barrier.left, false)) barrier.arrivals.clear();
    barrier.arrivals.push_back(i);
  }

  void leave_barrier(std::size_t i) {
    Barrier& barrier = barriers_[operation(i).object];
    for (const std::size_t from : barrier.arrivals) add(from, i);
    barrier.left = true;
  }

  void fence(std::size_t i) {
    const ThreadId thread = events_[i].thread;
    if (acquires(operation(i).order)) {
      for (const std::size_t from : pending_[thread]) add(from, i);
      pending_[thread].clear();
    }
    if (releases(operation(i).order)) fence_[thread] = i;
  }

  void atomic(std::size_t i) {
    const Operation& op = operation(i);
    const ThreadId thread = events_[i].thread;
    std::vector<std::size_t>& heads = released_[op.object];
    const MemoryUse use = memory_use(op.kind);
    const bool failed = failed_[i];
    if (use != MemoryUse::AtomicWrite) {
      const bool orders = acquires(failed ? op.failure_order : op.order);
      for (const std::size_t from : heads)
        if (orders)
          add(from, i);
        else
          pending_[thread].push_back(from);
    }
    if (use == MemoryUse::AtomicRead || failed) return;
    // A read-modify-write goes on with the release sequences that it read from; a store begins anew.
    if (use == MemoryUse::AtomicWrite) heads.clear();
    if (releases(op.order) || fence_.contains(thread)) heads.push_back(i);
  }

  const std::vector<RecordedEvent>& events_;
  std::vector<bool> failed_;  // compare-exchanges
  std::vector<EventEdge> edges_;
  std::set<std::pair<std::size_t, std::size_t>> seen_;
  std::map<ThreadId, std::size_t> last_, created_;
  std::map<ThreadId, std::size_t> fence_;                 // the last release fence
  std::map<ThreadId, std::vector<std::size_t>> pending_;  // read by relaxed loads, for the next acquire fence
  std::map<Address, std::vector<std::size_t>>
      released_;  // since the last exclusive acquisition; heads of release sequences
  struct Barrier {
    std::vector<std::size_t> arrivals;
    bool left = false;
  };
  std::map<Address, Barrier> barriers_;
};

}  // namespace

// One fails if it finds something else than it expects, and what it finds is what the event before it left there.
std::vector<bool> failed_exchanges(const std::vector<RecordedEvent>& events) {
  std::vector<bool> failed(events.size());
  std::map<Address, std::uint64_t> values;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const RecordedEvent& event = events[i];
    const Operation& op = event.operation;
    if (event.blocked || !is_atomic_access(op.kind) || !event.has_value) continue;
    const auto before = values.find(op.object);
    if (op.kind == OperationKind::AtomicCompareExchange && before != values.end())
      failed[i] = before->second == event.value && op.argument != event.value;
    values[op.object] = event.value;
  }
  return failed;
}

std::vector<EventEdge> event_edges(const std::vector<RecordedEvent>& events) { return EdgeFinder(events).edges(); }

}  // namespace heddle
