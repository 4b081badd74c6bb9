#include "search/never_ends.h"

#include <set>

#include "search/all_states.h"

namespace heddle {
namespace {

class Closed : public AllStates {
 public:
  Closed(AbstractMachine& machine, std::size_t most) : AllStates(machine), most_(most) {}

  std::set<ThreadId> running;
  bool returns = false;  // to the first state

 private:
  bool met(const ScheduleStep* by, const Fingerprint& fingerprint, bool) override {
    if (by == nullptr) return first_ = fingerprint, true;
    running.insert(by->thread);
    returns |= fingerprint == first_;
    return machine_.status() == Status::Running && machine_.failures().empty() && states() <= most_;
  }

  const std::size_t most_;
  Fingerprint first_;
};

}  // namespace

bool never_ends(AbstractMachine& machine, std::size_t most_states, std::vector<ThreadId>& running) {
  Closed states(machine, most_states);
  if (!states.visit() || !states.returns) return false;
  running.assign(states.running.begin(), states.running.end());
  return true;
}

}  // namespace heddle
