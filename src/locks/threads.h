// The threads of a program: who forks whom, what each can come to, and whether several can stand together.
//
// Two threads may happen in parallel unless forks and joins order them: what a parent does before the fork, what
// anybody does after a join, children of which one was joined before the other was forked. That is decided by the
// situations (what was forked and joined) of the two, or of their closest common ancestor.
//
// Members are consistent if they are pairwise parallel, hold no conflicting locks, and their histories leave an order
// in which they can have acquired what they hold: the graph of what has to come before what has no cycle. For two
// threads with nested locks that is exact (Kahlon, theorem 5, whose condition 2 is a cycle of length two); for more it
// takes the whole graph, and pairs are not enough. Threads that are not asked for matter, too, if they keep a lock that
// a member needs: those that hold locks initially, and parents that fork with a lock held. They have to be somewhere,
// consistent with the rest.
//
// Main functions: behaviour, may_be_parallel, consistent.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "locks/analysis.h"
#include "locks/behaviour.h"

namespace heddle::locks {

// A thread with what it has when it stands somewhere.
struct Member {
  ThreadId thread;
  Behaviour::Point point;
};

class Threads {
 public:
  Threads(const Flow&, Uses&, const Limits&);

  const Flow& flow() const { return flow_; }
  std::size_t size() const { return behaviours_.size(); }
  // Null if nobody forks it.
  const Behaviour* behaviour(ThreadId t) const { return behaviours_[t.index()]; }
  std::span<const ThreadId> forkers(ThreadId t) const { return forkers_[t.index()]; }
  bool several(ThreadId t) const { return flow_.program()[t].several; }
  std::span<const std::unique_ptr<Behaviour>> all_behaviours() const { return owned_; }

  bool may_be_parallel(ThreadId a, const Situation&, ThreadId b, const Situation&);
  bool consistent(const std::vector<Member>&);

  const Situation& situation(const Member& m) const { return behaviour(m.thread)->situation(m.point.control); }
  const Effect& effect(const Member& m) const { return behaviour(m.thread)->effect(m.point.effect); }

 private:
  struct Order;  // the graph of what comes before what

  void find_behaviours(const Limits&);
  const Behaviour* make_behaviour(ThreadId, bool track_used, const Limits&);
  void find_forks(ThreadId);
  std::optional<ThreadId> parent(ThreadId) const;
  // The child of `above` from which `below` descends, or that it is; none: not by a chain of only parents.
  std::optional<ThreadId> child_towards(ThreadId above, ThreadId below) const;
  bool outlives(ThreadId ended, ThreadId descendant);
  bool alive_below(const Situation&, ThreadId child, ThreadId descendant);
  bool siblings_parallel(ThreadId above, ThreadId x, ThreadId a, ThreadId y, ThreadId b);
  bool disjoint(const Member&, const Member&) const;
  bool may_stand_beside(const Member&, bool absent, const Member& other);
  std::vector<ThreadId> absent_ones(const std::vector<Member>&) const;
  bool complete(std::vector<Member>& members, std::span<const ThreadId> absent);

  const Flow& flow_;
  Uses& uses_;
  bool initially_held_ = false;
  std::vector<const Behaviour*> behaviours_;
  std::vector<std::vector<ThreadId>> forkers_;
  std::vector<bool> forked_with_lock_;  // or a thread above it was
  std::vector<std::unique_ptr<Behaviour>> owned_;
  std::map<std::tuple<ProcedureId, bool, std::size_t>, const Behaviour*> shared_;
  std::vector<std::pair<Symbol, ThreadId>> fork_steps_;
  std::map<std::pair<ThreadId, ThreadId>, bool> outlives_;
  std::map<std::tuple<ThreadId, ThreadId, ThreadId, ThreadId, ThreadId>, bool> siblings_;
};

}  // namespace heddle::locks
