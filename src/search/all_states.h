// A plain walk through all states that follow the present one, depth first, without any reduction: every enabled thread
// and every outcome from every state, and a state that was met before is not followed again. For machines that compare
// states. It is what a reduced search is compared with, and how a livelock is seen to be one (never_ends.h).
//
// Main functions: visit; met (what to do in a state), take (what one step is).
#pragma once
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "machine/abstract_machine.h"
#include "model/schedule.h"
#include "support/fingerprint.h"

namespace heddle {

class AllStates {
 public:
  explicit AllStates(AbstractMachine& machine) : machine_(machine) {}
  virtual ~AllStates() = default;
  AllStates(const AllStates&) = delete;
  AllStates& operator=(const AllStates&) = delete;

  // The machine is back in the present state afterwards. False: met() has ended it.
  bool visit();

  std::uint64_t states() const { return seen_.size(); }
  std::uint64_t steps() const { return steps_; }

 protected:
  // The machine stands in a state, brought there by this step (nullptr: it is the first). False: this is enough.
  virtual bool met(const ScheduleStep* by, const Fingerprint&, bool is_new) = 0;
  // A step of the walk; may be several of the machine, if nobody is to come in between.
  virtual void take(const ScheduleStep& step) { machine_.step(step.thread, step.choice); }

  // In met(): from which state that step led. There was one.
  const Fingerprint& before() const { return path_.back().fingerprint; }

  AbstractMachine& machine_;

 private:
  struct Open {  // a state of the path
    Fingerprint fingerprint;
    std::unique_ptr<SavedState> saved;
    std::vector<ScheduleStep> steps;
    std::size_t next = 0;
  };

  bool enter(const ScheduleStep* by);

  std::vector<Open> path_;
  std::set<Fingerprint> seen_;
  std::uint64_t steps_ = 0;
};

}  // namespace heddle
