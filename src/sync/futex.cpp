// Futexes: what std::atomic::wait, latches, barriers and semaphores of C++20 are built on. The machine compares the
// value with the expected one and applies a wait only if they are equal; the comparison and the beginning of the sleep
// are one step. The order between threads comes from the atomic accesses around it, never from the futex.
//
// FutexWake(n) of w waiters:
//   n >= w      one outcome: all wake
//   n == 1      one for each waiter, and the lost one of waiters.cpp
//   otherwise   one for each set of n waiters; and if fewer than n are without time limit, one in which all wake or
//   time
//               out. That one may wake more than n, which the kernel's interface allows (a return of 0 may be
//               spurious); taken alone it would hide deadlocks of those that must sleep on, so it is only ever added.
// More sets than a Choice can count: the first ones only, and the effect says that it is incomplete.
#include <algorithm>
#include <limits>

#include "sync/world.h"

namespace heddle::sync {
namespace {

constexpr std::uint64_t kMostSets = std::numeric_limits<Choice>::max() - 1;

// Subsets of k out of n, or kMostSets + 1 if there are more than kMostSets. Every partial result is itself such a
// number of subsets, no larger than the last if k is the smaller half.
std::uint64_t subsets(std::uint64_t n, std::uint64_t k) {
  k = std::min(k, n - k);
  std::uint64_t result = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    result = result * (n - k + i) / i;
    if (result > kMostSets) return kMostSets + 1;
  }
  return result;
}

}  // namespace

Choice World::futex_wake_outcomes(const Operation& op) const {
  const Object& o = object(op.id);
  if (o.kind != ObjectKind::Futex || op.argument == 0 || op.argument >= o.count) return 1;
  if (op.argument == 1) return wake_one_outcomes(o);
  const std::uint64_t sets = std::min(subsets(o.count, op.argument), kMostSets);
  return static_cast<Choice>(sets + (o.limit < op.argument ? 1 : 0));
}

// Wakes the choice-th set of how_many waiters, in the order of the sets' lists of threads.
std::uint32_t World::wake_combination(ObjectId id, std::uint64_t how_many, Choice choice, bool& incomplete) {
  const std::uint64_t all_sets = subsets(object(id).count, how_many);
  incomplete = all_sets > kMostSets;
  if (choice >= std::min(all_sets, kMostSets)) return wake_all(id, Wake::WokenOrTimedOut);
  std::uint64_t earlier_sets = choice;
  std::uint64_t waiters = object(id).count, wanted = how_many;
  for (int rank = -1; wanted > 0;) {
    const std::optional<ThreadId> waiter = next_waiter(id, rank);
    if (!waiter) break;
    rank = threads_[waiter->index()].rank;
    --waiters;  // those after this one
    const std::uint64_t with_this = subsets(waiters, wanted - 1);
    if (earlier_sets < with_this) {
      wake(*waiter, Wake::Woken);
      --wanted;
    } else {
      earlier_sets -= with_this;
    }
  }
  return static_cast<std::uint32_t>(how_many);
}

void World::apply_futex(ThreadId t, const Operation& op, Choice choice, Effect& e) {
  if (op.kind == OperationKind::FutexSleep) {
    e.result = end_waiting(t, choice);
    return;
  }
  if (op.kind == OperationKind::FutexWake) {
    // An address that nobody sleeps on may be anything: it is only a number to the kernel.
    const Object& o = object(op.id);
    if (o.kind != ObjectKind::Futex || o.count == 0 || op.argument == 0) return;
    if (op.argument >= o.count)
      e.value = wake_all(op.id, Wake::WokenOrTimedOut);
    else if (op.argument == 1)
      e.value = wake_one(op.id, choice);
    else
      e.value = wake_combination(op.id, op.argument, choice, e.incomplete);
    return;
  }
  if (!live(op, ObjectKind::Futex, e)) return;
  start_waiting(t, op.id, op.kind == OperationKind::FutexTimedWait);
  e.next = op;
  e.next->kind = OperationKind::FutexSleep;
}

}  // namespace heddle::sync
