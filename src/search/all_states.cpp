#include "search/all_states.h"

namespace heddle {

bool AllStates::enter(const ScheduleStep* by) {
  const Fingerprint fingerprint = machine_.fingerprint();
  const bool is_new = seen_.insert(fingerprint).second;
  if (!met(by, fingerprint, is_new)) return false;
  if (!is_new || machine_.status() != Status::Running) return true;
  Open state{fingerprint, machine_.make_saved_state(), {}, 0};
  machine_.save(*state.saved);
  for (const Pending& p : machine_.pending())
    for (Choice c = 0; p.enabled && c < p.outcomes; ++c) state.steps.push_back({p.thread, c});
  path_.push_back(std::move(state));
  return true;
}

bool AllStates::visit() {
  bool goes_on = enter(nullptr);
  while (goes_on && !path_.empty()) {
    Open& top = path_.back();
    machine_.restore(*top.saved);
    if (top.next == top.steps.size()) {
      path_.pop_back();
      continue;
    }
    const ScheduleStep step = top.steps[top.next++];
    take(step);
    ++steps_;
    goes_on = enter(&step);
  }
  if (!path_.empty()) machine_.restore(*path_.front().saved);
  path_.clear();
  return goes_on;
}

}  // namespace heddle
