// How the lockset of a racing location developed (Elmas 2006, section 2.1, tells its example in the same way): from the
// detector's steps, which know members and moments, to names and source lines by way of the recorded events.
#include <algorithm>
#include <tuple>

#include "report/describe.h"

namespace heddle {
namespace {

std::string name_of_member(const Describer& d, const detect::Member& member) {
  using Kind = detect::Member::Kind;
  if (member.kind == Kind::Object) return d.variable(d.in.address_of(ObjectId(member.index)));
  const std::string thread = d.thread(ThreadId(static_cast<std::uint16_t>(member.index)));
  switch (member.kind) {
    case Kind::Fence:
      return "release fence of " + thread;
    case Kind::Pending:
      return "relaxed loads of " + thread;
    default:
      return thread;
  }
}

// The event of a step, or nullptr where it was dropped or the execution ended in it.
const RecordedEvent* event_of(const Recorder& recorder, const LocksetStep& step) {
  if (step.moment < recorder.dropped) return nullptr;
  std::size_t i = step.moment - recorder.dropped;
  if (step.access) return i > 0 && recorder.events[i - 1].thread == step.thread ? &recorder.events[i - 1] : nullptr;
  for (; i < recorder.events.size(); ++i) {
    const RecordedEvent& event = recorder.events[i];
    if (event.thread == step.thread && !event.blocked && !event.is_access()) return &event;
  }
  return nullptr;
}

}  // namespace

std::vector<LocksetReport> lockset_history(const Describer& d) {
  std::vector<LocksetReport> history;
  const Recorder& recorder = d.in.recording.recorder;
  if (!d.in.failure.race || recorder.locksets.steps.empty()) return history;
  const auto later = d.find_access(d.in.failure.race->later, recorder.events.size());
  const std::size_t end = recorder.dropped + (later ? *later : recorder.events.size());
  for (const LocksetStep& step : recorder.locksets.steps) {
    if (step.moment > end) break;  // the second access and what came after it
    LocksetReport report;
    report.thread = d.thread(step.thread);
    if (const RecordedEvent* event = event_of(recorder, step)) {
      report.operation = d.phrase(*event);
      report.position = d.position_of(*event);
    }
    // Numbers of objects depend on who met them first, which a search and its replay need not agree on.
    std::vector<detect::Member> members(step.members.begin(), step.members.end());
    std::ranges::sort(members, {}, [&](const detect::Member& m) {
      const bool object = m.kind == detect::Member::Kind::Object;
      return std::tuple(object ? d.in.address_of(ObjectId(m.index)) : Address{0}, m.kind, m.index);
    });
    for (const detect::Member& member : members) {
      std::string name = name_of_member(d, member);  // the two parts of a reader-writer lock have one name
      if (std::find(report.locks.begin(), report.locks.end(), name) == report.locks.end())
        report.locks.push_back(std::move(name));
    }
    history.push_back(std::move(report));
  }
  return history;
}

}  // namespace heddle
