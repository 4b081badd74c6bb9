// The current execution as the reductions see it: its steps, with footprints and clocks, and the questions they ask.
//
//   races(p, footprint)  the steps that an operation of p is in a race with: dependent, possibly enabled in the same
//                        state, and not ordered before what p has done so far; latest first
//   initials(e, p)       who can begin v = the steps after e that are not ordered after e, then p's operation
//   push, order_*        the path grows; a thread's next operation comes after the last step; silent operations
//
// Clocks order a step after every earlier dependent one. Beyond the dependency table there are edges from what the
// table cannot see: a step comes before the first operation of a thread it creates, before an operation that it
// enabled, and, by the silent operations that the machine reports, an invisible unlock before the next lock, the last
// step of a thread before what follows its join.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "model/operation.h"
#include "search/clocks.h"
#include "search/dependency.h"
#include "search/signature_index.h"
#include "search/thread_set.h"

namespace heddle {

class Path {
 public:
  using Count = SearchClocks::Count;
  struct Step {
    ThreadId thread;
    Count index;        // among the steps of its thread, from 1
    bool ends = false;  // the execution ended with it, so it is dependent with all that others might have done
    Footprint footprint;
  };
  struct Mark {
    Journal::Mark clocks;
    std::size_t releases;
  };

  std::size_t size() const { return steps_.size(); }
  const Step& operator[](std::size_t i) const { return steps_[i]; }
  const Step& back() const { return steps_.back(); }

  const Count* clock_of(std::size_t i) const { return clocks_.of_step(i); }
  Signature signature(std::size_t i) const { return signatures_[i]; }
  // Is step e ordered before what has this clock?
  bool is_before(std::size_t e, const Count* clock) const {
    return clocks_.step_is_before(steps_[e].thread, steps_[e].index, clock);
  }

  void know(ThreadId t) { clocks_.know(t); }
  std::size_t width() const { return clocks_.width(); }  // of every clock
  void join(std::vector<Count>& clock, std::size_t i) const { clocks_.join(clock.data(), clocks_.of_step(i)); }

  // Also computes the clock that the operation would have, for initials and push. Valid until the next call.
  const std::vector<std::uint32_t>& races(ThreadId p, const Footprint& footprint);
  // The same for an operation that comes after this path, and of which no more is known than that it comes after what
  // these threads have done.
  const std::vector<std::uint32_t>& races_unknown_to(std::span<const ThreadId> threads, const Footprint& footprint);
  const ThreadSet& initials(std::size_t e, ThreadId p);
  // The paper's simpler set: p itself, and who has a step after e that is ordered before p's operation.
  const ThreadSet& threads_leading_to(std::size_t e, ThreadId p);

  // What comes before an operation of p apart from dependencies: what p has done, and what enabled the operation.
  void copy_past(ThreadId p, std::vector<Count>& past, std::vector<Count>& enabling);
  // The clock of an operation if it came before step e: its past, and what it depends on and is not after e. (On the
  // path it may also be ordered after something through steps that are after e.)
  void clock_before(std::size_t e, const Footprint& footprint, const std::vector<Count>& past,
                    const std::vector<Count>& enabling, std::vector<Count>& clock) const;

  // The operation last asked about was executed.
  void push(ThreadId p, const Footprint& footprint, bool ends);
  // The last step enabled the pending operation of t.
  void order_enabled(ThreadId t) { clocks_.absorb_enabling(t, clocks_.of_step(size() - 1)); }
  // Whatever t does next comes after the last step.
  void order_after_last(ThreadId t) { clocks_.absorb(t, clocks_.of_step(size() - 1)); }
  void order_child(ThreadId parent, ThreadId child) { clocks_.absorb(child, clocks_.of_thread(parent)); }
  void order_joined(ThreadId joiner, ThreadId finished) { clocks_.absorb(joiner, clocks_.of_thread(finished)); }
  // A silent operation that others may come to be ordered after.
  void add_release(ThreadId t, const Footprint& footprint);
  // The operation last asked about was executed silently.
  void order_acquired(ThreadId t) { clocks_.absorb(t, clock_.data()); }

  Mark mark() const { return {clocks_.mark(), release_signatures_.size()}; }
  void go_back(std::size_t size, const Mark& mark);

 private:
  struct Release {
    Footprint footprint;
    std::vector<Count> clock;
  };
  // What an operation comes after because of silent releases; `not_after`: without those that come after this step.
  void join_releases(const Footprint& footprint, Signature signature, const Step* not_after,
                     std::vector<Count>& clock) const;
  bool comes_first(const Count* clock) const;
  void enter(ThreadId t, Count index);

  SearchClocks clocks_;
  std::vector<Step> steps_;
  SignatureIndex signatures_;      // of the steps
  std::vector<Release> releases_;  // as many as there are signatures count; the rest is kept for reuse
  SignatureIndex release_signatures_;

  std::vector<Count> clock_;  // of the operation last asked about
  std::vector<std::uint32_t> races_;
  // v of the last call of initials: its threads, and the first step of each.
  std::vector<ThreadId> members_;
  std::vector<Count> first_;
  ThreadSet found_;
};

}  // namespace heddle
