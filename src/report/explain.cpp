// The "why" of a bug. For a race: which happens-before edge is missing, told by the locks that the two accesses do not
// share and by what the two threads last synchronised through. For a deadlock: who holds what and waits for what.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/describe.h"

namespace heddle {
namespace {

// Can this operation order its thread with another one?
bool synchronises(const RecordedEvent& event) {
  return !event.blocked && traits(event.operation.kind).orders == Orders::Threads;
}

std::string with_place(const Describer& d, const RecordedEvent& event) {
  return fmt::format("{} ({})", d.phrase(event), short_position(d.position_of(event)));
}

std::string locks_sentence(const Bug& bug) {
  const AccessReport &a = bug.accesses[0], &b = bug.accesses[1];
  auto held = [](const AccessReport& access) {
    return access.locks.empty() ? std::string("no lock") : fmt::format("{}", fmt::join(access.locks, ", "));
  };
  bool common = false, excludes = false;  // a lock that both hold; one that both cannot have held at once
  for (const std::string& one : a.locks)
    for (const std::string& other : b.locks) {
      if (without_mode(one) != without_mode(other)) continue;
      common = true;
      excludes |= !one.ends_with(kForReading) || !other.ends_with(kForReading);
    }
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

std::string explain_race(const Describer& d, const Bug& bug) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  std::string why = "no happens-before edge: " + locks_sentence(bug);
  if (!d.in.failure.race) return why;
  const Race& race = *d.in.failure.race;
  const auto later = d.find_access(race.later, events.size());
  const auto earlier = later ? d.find_access(race.earlier, *later) : std::nullopt;
  if (!later || !earlier) return why;

  const RecordedEvent *released = nullptr, *acquired = nullptr;
  for (std::size_t i = *earlier + 1; i < *later && released == nullptr; ++i)
    if (events[i].thread == race.earlier.thread && synchronises(events[i])) released = &events[i];
  for (std::size_t i = *later; i-- > 0 && acquired == nullptr;)
    if (events[i].thread == race.later.thread && synchronises(events[i])) acquired = &events[i];

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
  return why + " Nothing orders these accesses." + lockset_sentence(bug);
}

std::string explain_breach(const Describer& d, const Bug& bug) {
  std::string why = "the locking discipline is broken: " + locks_sentence(bug);
  const auto& race = d.in.failure.race;
  if (race && race->breach == Breach::NoCommonLock && race->locks && !race->locks->empty())
    why += fmt::format(" Held at all accesses before the last: {}.", fmt::join(d.lock_names(*race->locks), ", "));
  return why + " Something else may still order the accesses: --detector vector-clock tells whether they race.";
}

std::string waits(const Describer& d, const FinalThread& t) {
  std::vector<std::string> holds;
  for (const Address lock : t.holds) holds.push_back(d.variable(lock));
  const std::string held = holds.empty() ? "" : fmt::format("holds {} and ", fmt::join(holds, ", "));
  return fmt::format("{} {}waits: {}", d.thread(t.thread), held, d.phrase(t.operation));
}

std::string explain_blocked(const Describer& d, const Bug& bug) {
  std::vector<std::string> sentences;
  for (const WaitReport& wait : bug.cycle) {
    const std::string held = wait.holds.empty() ? "" : fmt::format("holds {}, ", fmt::join(wait.holds, ", "));
    sentences.push_back(fmt::format("{} {}waits for {}", wait.thread, held, wait.wants));
  }
  if (!sentences.empty()) return fmt::format("{}.", fmt::join(sentences, "; "));
  for (const FinalThread& t : d.in.recording.threads)
    if (!t.enabled) sentences.push_back(waits(d, t));
  return sentences.empty() ? "no thread can continue."
                           : fmt::format("{}; no thread can end these waits.", fmt::join(sentences, "; "));
}

std::string explain_block(const Describer& d, const Bug& bug) {
  if (bug.allocated_at.empty()) return {};
  std::string why = fmt::format("the block was allocated at {}", bug.allocated_at);
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  for (std::size_t i = events.size(); i-- > 0;)
    if (events[i].freed)
      return why + fmt::format(" and freed by {} at {}.", d.thread(events[i].thread),
                               short_position(d.position_of(events[i])));
  return why + ".";
}

}  // namespace

std::string explain(const Describer& d, const Bug& bug) {
  switch (bug.kind) {
    case BugKind::Race:
      return bug.accesses.size() == 2 ? explain_race(d, bug) : std::string{};
    case BugKind::Discipline:
      return bug.accesses.size() == 2 ? explain_breach(d, bug) : std::string{};
    case BugKind::Deadlock:
    case BugKind::Livelock:
      return explain_blocked(d, bug);
    case BugKind::Memory:
      return explain_block(d, bug);
    default:
      return {};
  }
}

}  // namespace heddle
