// Persistent sets by Algorithm 2-LD (Stoller 2002, section 6, after Godefroid's Algorithm 2): a set T of threads such
// that nothing that the others can do while T stands still is dependent with what T is about to do. It is enough to
// explore the enabled threads of such a set.
//
// T begins with one enabled thread. Whoever may come to perform an operation that is dependent with the pending one of
// a member joins (MayDo: what a thread may still do; the threads that it may create included), until nobody is left who
// could. Every enabled thread is tried as the first one; the set with the fewest threads to explore wins.
//
// Deviations from the paper:
//  * A thread that is blocked for as long as T stands still does nothing: it waits for a mutex of a member, for a
//  member
//    to end, or for a thread that is blocked in this sense. Instead of a blocked thread the one that it waits for
//    joins.
//  * pendInvisOps, the invisible operations a step may do after its visible one, need no rule: whoever could access the
//    same data without a race has to perform a dependent visible operation first, and that one is seen.
//  * "might be the first to interfere with" is the dependency table (dependency.h) and not figure 3, which holds for
//    Java's monitors only.
//  * A blocked member whose wake-up the table does not describe (barriers, std::lock) makes T the set of all threads.
//
// Main functions: look (a new state), choose.
#pragma once
#include <span>
#include <vector>

#include "model/may_do.h"
#include "search/dependency.h"
#include "search/thread_set.h"

namespace heddle {

class PersistentSet {
 public:
  // A thread, what it is about to do, what it may do in all, and whom it waits for.
  struct Member {
    ThreadId thread;
    bool enabled = false;
    OperationKind kind = OperationKind::None;
    Footprint footprint;
    const MayDo* may_do = nullptr;  // nullptr: nothing is known
    std::vector<ThreadId> needed;   // without each of these it stays blocked
  };

  void look(const AbstractMachine& machine, std::span<const Pending> pending);
  // The enabled threads of a persistent set, sleeping ones included, with as few as possible that are awake.
  const ThreadSet& choose(const ThreadSet& sleep);

  // For tests, which have no machine.
  void look(std::vector<Member> members) {
    members_ = std::move(members);
    size_ = members_.size();
  }

 private:
  enum class Conflict : std::uint8_t { Unknown, No, Yes };
  void grow_from(std::size_t first);
  bool is_frozen(std::size_t i, std::size_t depth) const;
  void add(std::size_t i, std::size_t depth);
  bool conflict(std::size_t member, std::size_t other);
  std::size_t index_of(ThreadId) const;

  std::vector<Member> members_;
  std::size_t size_ = 0;
  std::vector<Conflict> conflicts_;  // size_ x size_
  std::vector<bool> in_;             // the set that is being grown
  std::vector<std::size_t> work_;
  ThreadSet best_;
};

}  // namespace heddle
