#include "search/never_ends.h"

#include <set>

namespace heddle {
namespace {

class AllStates {
 public:
  AllStates(AbstractMachine& machine, std::size_t most) : machine_(machine), most_(most) {}

  bool close() {
    const Fingerprint first = machine_.fingerprint();
    seen_.insert(first);
    std::vector<Open> path;
    open(path);
    while (!path.empty()) {
      Open& top = path.back();
      if (top.next == top.steps.size()) {
        machine_.restore(*top.saved);
        path.pop_back();
        continue;
      }
      const ScheduleStep step = top.steps[top.next++];
      machine_.restore(*top.saved);
      machine_.step(step.thread, step.choice);
      running_.insert(step.thread);
      if (machine_.status() != Status::Running || !machine_.failures().empty() || seen_.size() > most_)
        return machine_.restore(*path.front().saved), false;
      const Fingerprint now = machine_.fingerprint();
      returns_ |= now == first;
      if (seen_.insert(now).second) open(path);
    }
    return returns_;
  }

  std::set<ThreadId> running_;

 private:
  struct Open {
    std::unique_ptr<SavedState> saved;
    std::vector<ScheduleStep> steps;
    std::size_t next = 0;
  };

  void open(std::vector<Open>& path) {
    Open state{machine_.make_saved_state(), {}, 0};
    machine_.save(*state.saved);
    for (const Pending& p : machine_.pending())
      for (Choice c = 0; p.enabled && c < p.outcomes; ++c) state.steps.push_back({p.thread, c});
    path.push_back(std::move(state));
  }

  AbstractMachine& machine_;
  const std::size_t most_;
  std::set<Fingerprint> seen_;
  bool returns_ = false;
};

}  // namespace

bool never_ends(AbstractMachine& machine, std::size_t most_states, std::vector<ThreadId>& running) {
  AllStates states(machine, most_states);
  if (!states.close()) return false;
  running.assign(states.running_.begin(), states.running_.end());
  return true;
}

}  // namespace heddle
