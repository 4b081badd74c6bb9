// The "why" of a bug. For a race: which happens-before edge is missing, told by the locks that the two accesses do not
// share and by what the two threads last synchronised through, or by what only looks like an order: a relaxed load, a
// sleep. For a memory error: the life of the block. Deadlocks and misuse: explain_waits.cpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "report/describe.h"

namespace heddle {
namespace {

// Can this operation order its thread with another one?
bool synchronises(const RecordedEvent& event) {
  return !event.blocked && traits(event.operation.kind).orders == Orders::Threads;
}

std::string with_place(const Describer& d, const RecordedEvent& event) {
  return fmt::format("{} ({})", d.words(event), short_position(d.position_of(event)));
}

std::string locks_sentence(const Bug& bug) {
  const AccessReport &a = bug.accesses[0], &b = bug.accesses[1];
  if (a.shown_locks.empty() && b.shown_locks.empty()) return fmt::format("{} and {} hold no lock.", a.thread, b.thread);
  auto held = [](const AccessReport& access) {
    return access.shown_locks.empty() ? std::string("no lock") : fmt::format("{}", fmt::join(access.shown_locks, ", "));
  };
  bool common = false, excludes = false;  // a lock that both hold; one that both cannot have held at once
  for (const std::string& one : a.shown_locks)
    for (const std::string& other : b.shown_locks) {
      if (without_mode(one) != without_mode(other)) continue;
      common = true;
      excludes |= !one.ends_with(kForReading) || !other.ends_with(kForReading);
    }
  if (common && !excludes && a.shown_locks.size() == 1 && b.shown_locks.size() == 1)
    return fmt::format(
        "{} and {} hold {}, but both only for reading: readers do not exclude each other, and a write needs the lock "
        "exclusively.",
        a.thread, b.thread, without_mode(a.shown_locks[0]));
  const char* const verdict = !common ? ": no lock in common" : excludes ? "" : ": both may hold it at the same time";
  return fmt::format("{} holds {}, {} holds {}{}.", a.thread, held(a), b.thread, held(b), verdict);
}

std::string in_braces(const std::vector<std::string>& names) { return fmt::format("{{{}}}", fmt::join(names, ", ")); }

// Where locksets found the race: the set and what the second thread could show, which have nothing in common.
std::string lockset_sentence(const Bug& bug) {
  if (bug.lockset_history.empty()) return {};
  const AccessReport &a = bug.accesses[0], &b = bug.accesses[1];
  std::vector<std::string> held = {b.thread};
  held.insert(held.end(), b.locks.begin(), b.locks.end());
  return fmt::format(" The {} by {} has the lockset {}, and {} comes with {}: nothing in common.", a.operation,
                     a.thread, in_braces(bug.lockset_history.back().locks), b.thread, in_braces(held));
}

// A store after the first access whose value the other thread read before the second one: it looks like an order, and
// would be one if both operations were strong enough.
std::string weak_publication(const Describer& d, std::size_t earlier, std::size_t later) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  std::map<Address, std::size_t> last_write;
  std::optional<std::pair<std::size_t, std::size_t>> found;  // the store and the load
  for (std::size_t i = earlier + 1; i < later; ++i) {
    const RecordedEvent& e = events[i];
    if (e.blocked || !is_atomic_access(e.operation.kind)) continue;
    const bool failed = d.failed_exchange(e);
    const bool reads = memory_use(e.operation.kind) != MemoryUse::AtomicWrite;
    const auto write = last_write.find(e.operation.object);
    if (reads && e.thread == events[later].thread && write != last_write.end() &&
        events[write->second].thread == events[earlier].thread)
      found = {write->second, i};
    if (may_write(e.operation.kind) && !failed) last_write[e.operation.object] = i;
  }
  if (!found) return {};
  const RecordedEvent &store = events[found->first], &load = events[found->second];
  const bool weak_store = !releases(store.operation.order), weak_load = !acquires(load.operation.order);
  if (!weak_store && !weak_load) return {};
  const std::string who = d.thread(load.thread), object = d.shown(load.operation.object, load.operation.site, &load);
  const std::string read =
      fmt::format("{} read the value of {} ({}) that {} had stored ({})", who, object,
                  short_position(d.position_of(load)), d.thread(store.thread), short_position(d.position_of(store)));
  if (weak_load)
    return fmt::format(
        " {}, but a relaxed load does not synchronise with the store it reads from: the load needs "
        "memory_order_acquire{}.",
        read, weak_store ? " and the store memory_order_release" : "");
  return fmt::format(
      " {}, but a relaxed store does not synchronise with the load that reads it: the store needs "
      "memory_order_release.",
      read);
}

// A sleep on the lines before an access, so that the other thread comes first. It is no event: nobody can notice it.
std::string sleep_sentence(const Describer& d, const AccessReport& access) {
  constexpr unsigned kLinesAbove = 8;
  const SourcePosition& p = access.position;
  for (unsigned line = p.line; line > 0 && p.line - line <= kLinesAbove; --line) {
    const std::string text = d.source.line(p.file, line);
    if (text.starts_with("}")) break;  // another block
    const std::size_t sleep =
        std::min(text.find("sleep("), std::min(text.find("sleep_for("), text.find("sleep_until(")));
    if (sleep == std::string::npos || text.find("//") < sleep) continue;
    return fmt::format(
        " There is a sleep before the {} by {} ({}), but sleeping orders nothing: the other thread may take "
        "longer.",
        access.operation, access.thread, short_position({p.file, line, 0, "", false}));
  }
  return {};
}

std::string explain_race(const Describer& d, const Bug& bug) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  std::string why = "no happens-before edge: " + locks_sentence(bug);
  if (!d.in.failure.race) return why;
  const Race& race = *d.in.failure.race;
  const auto later = d.find_access(race.later, events.size());
  const auto earlier = later ? d.find_access(race.earlier, *later) : std::nullopt;
  if (!later || !earlier) return why;
  if (const std::string weak = weak_publication(d, *earlier, *later); !weak.empty())
    return why + weak + lockset_sentence(bug);

  const RaceNeighbours near = race_neighbours(d, *earlier, *later);
  const RecordedEvent* const released = near.released ? &events[*near.released] : nullptr;
  const RecordedEvent* const acquired = near.acquired ? &events[*near.acquired] : nullptr;
  const AccessReport &a = bug.accesses[0], &b = bug.accesses[1];
  if (released == nullptr)
    why += fmt::format(" {} did not synchronise after its {}.", a.thread, a.operation);
  else if (released->operation.kind == OperationKind::ThreadExit)
    why += fmt::format(" {} exited after its {}, but nothing joined it before {}'s {}.", a.thread, a.operation, b.thread,
                       b.operation);
  else
    why += fmt::format(" {}'s first synchronisation after its {} was {}.", a.thread, a.operation,
                       with_place(d, *released));
  if (acquired != nullptr)
    why += fmt::format(" {}'s last synchronisation before its {} was {}.", b.thread, b.operation,
                       with_place(d, *acquired));
  else if (!b.created_at.empty())
    why += fmt::format(" {} has not synchronised since it was {}.", b.thread, b.created_at);
  std::string slept = sleep_sentence(d, b);
  if (slept.empty()) slept = sleep_sentence(d, a);
  return why + " Nothing orders these accesses." + slept + lockset_sentence(bug);
}

std::string explain_breach(const Describer& d, const Bug& bug) {
  std::string why = "the locking discipline is broken: " + locks_sentence(bug);
  const auto& race = d.in.failure.race;
  if (race && race->breach == Breach::NoCommonLock && race->locks && !race->locks->empty())
    why += fmt::format(" Held at all accesses before the last: {}.", fmt::join(d.lock_names(*race->locks), ", "));
  return why + " Something else may still order the accesses: --detector vector-clock tells whether they race.";
}

std::string explain_block(const Describer& d, const Bug& bug) {
  if (bug.allocated_at.empty()) return {};
  const std::string object = d.by_type(d.in.failure.address, true);
  const std::string why =
      fmt::format("the {} was allocated at {}", object.empty() ? "block" : object, bug.allocated_at);
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  for (std::size_t i = events.size(); i-- > 0;)
    if (events[i].freed)
      return why + fmt::format(" and freed by {} at {}.", d.thread(events[i].thread),
                               short_position(d.position_of(events[i])));
  return why + ".";
}

}  // namespace

RaceNeighbours race_neighbours(const Describer& d, std::size_t earlier, std::size_t later) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  RaceNeighbours near;
  for (std::size_t i = earlier + 1; i < later && !near.released; ++i)
    if (events[i].thread == events[earlier].thread && synchronises(events[i])) near.released = i;
  for (std::size_t i = later; i-- > 0 && !near.acquired;)
    if (events[i].thread == events[later].thread && synchronises(events[i])) near.acquired = i;
  return near;
}

std::string explain(const Describer& d, const Bug& bug) {
  switch (bug.kind) {
    case BugKind::Race:
      return bug.accesses.size() == 2 ? explain_race(d, bug) : std::string{};
    case BugKind::Discipline:
      return bug.accesses.size() == 2 ? explain_breach(d, bug) : std::string{};
    case BugKind::Deadlock:
    case BugKind::Livelock:
      return explain_waits(d, bug);
    case BugKind::Misuse:
      return explain_misuse(d);
    case BugKind::Memory:
      return explain_block(d, bug);
    default:
      return {};
  }
}

}  // namespace heddle
