// Can these threads stand together? The graph of what has to come before what (threads.h).
//
// Its nodes are events of the members: the start of a thread, the last acquisition of a lock that is still held, the
// release of a lock that was held initially. Edges, beside those between events of one thread:
//   * who still holds a lock acquired it after all others had used it: if i uses l' after event e, and j holds l', then
//   e
//     comes before j's acquisition of l'. A fork is used by the parent and held by the child since its start.
//   * who held a lock initially released it before others used it: if j uses l before its release of l2, then i's
//   release of
//     l, which i held initially, comes before that.
// A lock that is held from the beginning to the end must not be used by others at all.
#include <algorithm>

#include "locks/threads.h"

namespace heddle::locks {

struct Threads::Order {
  struct Event {
    std::size_t member;
    SetId later = 0;                           // used by the member after it
    std::optional<Held> held = std::nullopt;   // acquired here and still held; neither: the start
    std::optional<Held> freed = std::nullopt;  // held initially, released here
    SetId earlier = 0;                         // used by the member before that
  };

  Threads& threads;
  std::span<const Member> members;
  std::vector<Event> events;

  // False: a lock that is held all the time is used by another.
  bool collect() {
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Effect& effect = threads.effect(members[i]);
      events.push_back({.member = i, .later = effect.used});
      for (const Effect::Entry& entry : effect.held) {
        const Held held{entry.lock, entry.mode};
        if (!entry.kept)
          events.push_back({.member = i, .later = entry.history, .held = held});
        else if (used_by_others(i, held))
          return false;
      }
      for (const auto& [lock, used] : effect.released)
        for (const Held& initial : threads.flow_.program()[members[i].thread].initially_held)
          if (initial.lock == lock) events.push_back({.member = i, .freed = initial, .earlier = used});
    }
    return true;
  }
  bool used_by_others(std::size_t i, Held held) const {
    for (std::size_t j = 0; j < members.size(); ++j)
      if (j != i && threads.uses_.conflicts(threads.effect(members[j]).used, held)) return true;
    return false;
  }

  bool before(const Event& a, const Event& b) const {
    const Uses& uses = threads.uses_;
    if (a.member == b.member) return !a.freed && !b.freed && &a < &b;  // collected in their order
    if (a.freed && b.freed) return uses.conflicts(b.earlier, *a.freed);
    if (a.freed || b.freed) return false;
    if (b.held) return uses.conflicts(a.later, *b.held);
    // b is a start, which only the forks of threads above it precede.
    const ThreadId above = members[a.member].thread;
    const auto child = threads.child_towards(above, members[b.member].thread);
    return child && !threads.several(above) && !threads.several(*child) && uses.has_fork(a.later, *child);
  }

  bool acyclic() const {
    std::vector<std::uint8_t> colour(events.size(), 0);  // 1: on the path, 2: done
    const auto visit = [&](const auto& self, std::size_t e) -> bool {
      colour[e] = 1;
      for (std::size_t next = 0; next < events.size(); ++next) {
        if (colour[next] == 2 || !before(events[e], events[next])) continue;
        if (colour[next] == 1 || !self(self, next)) return false;
      }
      colour[e] = 2;
      return true;
    };
    for (std::size_t e = 0; e < events.size(); ++e)
      if (colour[e] == 0 && !visit(visit, e)) return false;
    return true;
  }
};

bool Threads::disjoint(const Member& a, const Member& b) const {
  for (const Effect::Entry& mine : effect(a).held)
    for (const Effect::Entry& theirs : effect(b).held)
      if (mine.lock == theirs.lock && conflict(mine.mode, theirs.mode)) return false;
  return true;
}

bool Threads::may_stand_beside(const Member& member, bool absent, const Member& other) {
  if (!disjoint(member, other)) return false;
  if (absent && std::ranges::binary_search(situation(other).joined, member.thread))
    return behaviour(member.thread)->is_end(member.point);
  return may_be_parallel(member.thread, situation(member), other.thread, situation(other));
}

std::vector<ThreadId> Threads::absent_ones(const std::vector<Member>& members) const {
  std::vector<ThreadId> absent;
  const auto add = [&](ThreadId t) {
    const bool known = std::ranges::find(members, t, &Member::thread) != members.end();
    if (!known && std::ranges::find(absent, t) == absent.end() && behaviour(t) != nullptr) absent.push_back(t);
  };
  if (initially_held_)
    for (std::uint32_t t = 0; t < size(); ++t)
      if (!flow_.program().threads[t].initially_held.empty()) add(ThreadId(t));
  for (const Member& member : members) {
    if (!forked_with_lock_[member.thread.index()]) continue;
    std::optional<ThreadId> above = parent(member.thread);
    for (std::size_t steps = 0; above && steps < size() && !several(*above); ++steps, above = parent(*above))
      add(*above);
  }
  return absent;
}

bool Threads::complete(std::vector<Member>& members, std::span<const ThreadId> absent) {
  Order order{*this, members, {}};
  if (!order.collect() || !order.acyclic()) return false;
  if (absent.empty()) return true;
  for (const Behaviour::Point& point : behaviour(absent[0])->all_points()) {
    const Member candidate{absent[0], point};
    const bool fits =
        std::ranges::all_of(members, [&](const Member& m) { return may_stand_beside(candidate, true, m); });
    if (!fits) continue;
    members.push_back(candidate);
    const bool found = complete(members, absent.subspan(1));
    members.pop_back();
    if (found) return true;
  }
  return false;
}

bool Threads::consistent(const std::vector<Member>& members) {
  for (std::size_t i = 0; i < members.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!may_stand_beside(members[i], false, members[j])) return false;
  std::vector<Member> all = members;
  return complete(all, absent_ones(members));
}

}  // namespace heddle::locks
