// Search clocks: which steps of the current path are ordered, by the dependency relation and by what enabled what.
// Not to be mixed up with the detectors' clocks, which are about the program's happens-before: here relaxed atomics
// order as much as mutexes do, since executing them in the other order makes a difference.
//
// Steps of a thread count from 1; clock[t] = n means that t's first n steps come before. There is a clock for each step
// of the path, and one for each thread: what comes before whatever that thread does next. Step clocks live on a stack
// beside the path; thread clocks are journalled, so that going back costs what was changed since.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "model/ids.h"
#include "support/journal.h"
#include "support/stable_pool.h"

namespace heddle {

class SearchClocks {
 public:
  using Count = std::uint32_t;
  using Row = std::array<Count, kMaxThreads>;

  // Every thread that is named in a call below has to be known first. Threads are never forgotten.
  void know(ThreadId t) {
    if (t.index() < known_) return;
    known_ = t.index() + 1;
    threads_.grow_to(known_);
    enabling_.grow_to(known_);
    if (known_ > width_) widen(known_);
  }
  bool knows(ThreadId t) const { return t.index() < known_; }
  std::size_t width() const { return width_; }

  Count* of_thread(ThreadId t) {
    HEDDLE_INVARIANT(t.index() < known_);
    return threads_[t.index()].data();
  }
  const Count* of_step(std::size_t step) const {
    HEDDLE_INVARIANT((step + 1) * width_ <= steps_.size());
    return steps_.data() + step * width_;
  }
  bool step_is_before(ThreadId stepper, Count index, const Count* clock) const {
    return clock[stepper.index()] >= index;
  }

  void absorb(ThreadId t, const Count* clock) { absorb_into(of_thread(t), clock); }
  // What made the pending operation of t possible comes before that operation, but not before the thread's past: the
  // two are told apart because a race with the operation may well lie in there. Never reset: once the operation is
  // executed the thread's clock has it all.
  void absorb_enabling(ThreadId t, const Count* clock) { absorb_into(enabling_[t.index()].data(), clock); }
  const Count* enabling(ThreadId t) { return enabling_[t.index()].data(); }

  void join(Count* into, const Count* clock) const {
    for (std::size_t i = 0; i < width_; ++i) into[i] = std::max(into[i], clock[i]);
  }

  // The path grows by a step of `t` with this clock (a scratch row whose own entry is set here).
  Count push_step(ThreadId t, Count* clock) {
    const Count index = of_thread(t)[t.index()] + 1;
    HEDDLE_INVARIANT(clock[t.index()] + 1 == index);  // made for a step of this thread, the next one
    clock[t.index()] = index;
    absorb(t, clock);
    steps_.insert(steps_.end(), clock, clock + width_);
    return index;
  }

  Journal::Mark mark() const { return journal_.mark(); }
  // Back to a path of `steps` steps, whose mark was this.
  void go_back(std::size_t steps, Journal::Mark mark) {
    steps_.resize(steps * width_);
    journal_.undo_to(mark);
  }

 private:
  void absorb_into(Count* own, const Count* clock) {
    journal_.remember_bytes(own, width_ * sizeof(Count));
    join(own, clock);
  }

  // A multiple of 8, so that joining two clocks is a few vector instructions.
  void widen(std::size_t needed) {
    const std::size_t width = std::min<std::size_t>((needed + 7) / 8 * 8, kMaxThreads);
    const std::size_t steps = width_ == 0 ? 0 : steps_.size() / width_;
    std::vector<Count> wider(steps * width, 0);
    for (std::size_t s = 0; s < steps; ++s)
      std::copy_n(steps_.begin() + static_cast<std::ptrdiff_t>(s * width_), width_,
                  wider.begin() + static_cast<std::ptrdiff_t>(s * width));
    steps_ = std::move(wider);
    width_ = width;
  }

  std::size_t known_ = 0;  // threads
  std::size_t width_ = 0;  // entries in use of every clock: at least as many
  std::vector<Count> steps_;  // invariant: width_ entries for each step of the path
  StablePool<Row, 8> threads_, enabling_;
  Journal journal_;
};

}  // namespace heddle
