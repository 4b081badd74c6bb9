// One function per kind of bug; each fills the fields that the JSON contract promises for that kind. The explanation,
// the interleaving and the id come last, because they read the finished fields.
#include "report/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/address_space.h"
#include "report/user_calls.h"

namespace heddle {
namespace {

const RecordedEvent* last_event(const Describer& d, ThreadId thread, SiteId site) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  for (std::size_t i = events.size(); i-- > 0;)
    if (events[i].thread == thread && events[i].operation.site == site) return &events[i];
  return nullptr;
}

// The last words of the failing thread: an event of no kind with the stack and the locks at that moment.
const RecordedEvent* last_words(const Describer& d) {
  const Failure& failure = d.in.failure;
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  const bool there = !events.empty() && events.back().thread == failure.thread &&
                     events.back().operation.kind == OperationKind::None && !events.back().stack.empty();
  return there ? &events.back() : last_event(d, failure.thread, failure.site);
}

// Where the failing thread was. The site of a crash is only that of the last call before it, so its stack counts.
Place place_of_failure(const Describer& d) {
  const Failure& failure = d.in.failure;
  if (failure.position.line != 0) return {failure.position, {}, {}};
  const RecordedEvent* event = last_words(d);
  if (event == nullptr) return d.place(failure.site, {});
  return d.place(failure.kind == BugKind::Crash && !event->stack.empty() ? SiteId{} : failure.site, event->stack);
}

const FinalThread* final_thread(const Describer& d, ThreadId thread) {
  for (const FinalThread& t : d.in.recording.threads)
    if (t.thread == thread) return &t;
  return nullptr;
}

Place place_of_wait(const Describer& d, const FinalThread& t) {
  if (!t.stack.empty()) return d.place(t.operation.site, t.stack);
  const RecordedEvent* event = last_event(d, t.thread, t.operation.site);
  return d.place(t.operation.site, event != nullptr ? event->stack : std::vector<std::uintptr_t>{});
}

// Local variables are not freed.
bool ends_scope(const Access& access) { return access.kind == AccessKind::Free && in_stacks(access.address); }

AccessReport access_report(const Describer& d, const Access& access, const RecordedEvent* event) {
  AccessReport report;
  report.thread = d.thread(access.thread);
  report.operation = ends_scope(access) ? "end of scope" : name_of(access.kind);
  Place place = d.place(access.site, event != nullptr ? event->stack : std::vector<std::uintptr_t>{});
  report.position = std::move(place.position);
  report.calls = std::move(place.calls);
  report.callers = std::move(place.callers);
  if (event != nullptr) report.locks = d.locks_at(*event);
  if (event != nullptr) report.shown_locks = d.shown_locks_at(*event);
  report.created_at = d.created_at(access.thread);
  return report;
}

std::string lock_list(const std::vector<std::string>& names) {
  return names.empty() ? "no lock" : fmt::format("{{{}}}", fmt::join(names, ", "));
}

// A finding of eraser or locking-discipline in one line.
std::string breach(const Describer& d, const Bug& bug) {
  const Race& race = *d.in.failure.race;
  const AccessReport& later = bug.accesses[1];
  if (race.breach == Breach::Initialisation)
    return fmt::format("the initialisation of '{}' by {} does not happen before the {} by {}", bug.variable,
                       bug.accesses[0].thread, later.operation, later.thread);
  if (race.breach == Breach::OutOfTurn)
    return fmt::format("'{}' was accessed by {} before its declared initialiser; now {} by {}", bug.variable,
                       bug.accesses[0].thread, later.operation, later.thread);
  const std::vector<std::string> before = race.locks ? d.lock_names(*race.locks) : std::vector<std::string>{};
  // A lock that is held and yet does not protect, though it did so far or nothing else counted: it is held for reading,
  // and this is a write.
  const bool reading = std::any_of(later.locks.begin(), later.locks.end(), [&](const std::string& lock) {
    return !race.locks || std::find(before.begin(), before.end(), without_mode(lock)) != before.end();
  });
  std::vector<std::string> held;
  for (const std::string& lock : later.locks) held.emplace_back(without_mode(lock));
  const std::string now =
      fmt::format("a {} with {}{}", later.operation, lock_list(held), reading ? " held for reading" : "");
  if (!race.locks) return fmt::format("no common lock protects '{}': {} by a second thread", bug.variable, now);
  return fmt::format("no common lock protects '{}': so far {}, now {}", bug.variable, lock_list(before), now);
}

void set_expression(const Describer& d, Bug& bug, Address address, SiteId site, const RecordedEvent* at) {
  const std::string shown = d.shown(address, site, at);
  if (shown != bug.variable) bug.expression = shown;
}

// 'counter'; for parts of the heap 'node->next' (Node::next, allocated at a.cpp:12)
std::string quoted_variable(const Describer& d, const Bug& bug, Address address) {
  if (bug.expression.empty()) return fmt::format("'{}'", bug.variable);
  const std::string type = d.by_type(address);
  if (type.empty()) return fmt::format("'{}' ({})", bug.expression, bug.variable);
  return fmt::format("'{}' ({}allocated at {})", bug.expression, type == bug.expression ? "" : type + ", ",
                     d.in.addresses.name(address).allocated_at);
}

void describe_race(const Describer& d, Bug& bug) {
  const Failure& failure = d.in.failure;
  if (!failure.race) return;
  const Race& race = *failure.race;
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  const auto later = d.find_access(race.later, events.size());
  const auto earlier = d.find_access(race.earlier, later.value_or(events.size()));
  // Where the two meet: one of them may be a range that begins far before.
  const Address common = std::max(race.earlier.address, race.later.address);
  bug.variable = d.variable(common, race.later.site, later ? &events[*later] : nullptr);
  set_expression(d, bug, common, race.later.site, later ? &events[*later] : nullptr);
  bug.accesses.push_back(access_report(d, race.earlier, earlier ? &events[*earlier] : nullptr));
  bug.accesses.push_back(access_report(d, race.later, later ? &events[*later] : nullptr));
  bug.position = bug.accesses[1].position;
  bug.thread = bug.accesses[1].thread;
  bug.message = bug.kind == BugKind::Race ? "data race on " + quoted_variable(d, bug, common) : breach(d, bug);
}

std::string wanted(const Describer& d, const Operation& operation) {
  if (operation.kind == OperationKind::Join) return d.thread(ThreadId(static_cast<std::uint16_t>(operation.object)));
  // After its wake-up a waiter needs the mutex; before, the condition. Either way the pair names the place.
  if (operation.object == 0) return d.phrase(operation);
  return d.variable(operation.object, operation.site);
}

// The thread's last look at something that may change: what a spinning thread waits for.
std::string looked_at(const Describer& d, ThreadId thread) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  for (std::size_t i = events.size(); i-- > 0;)
    if (events[i].thread == thread && is_memory_access(events[i].operation.kind))
      return d.object(events[i].operation, &events[i], true);
  return {};
}

// What follows the name of the thread.
std::string wait_in_words(const Describer& d, const FinalThread& t) {
  if (!spins(t.operation)) return d.words(t);
  const std::string what = looked_at(d, t.thread);
  return what.empty() ? "spins" : fmt::format("spins until {} changes", what);
}

}  // namespace

WaitReport wait_report(const Describer& d, const FinalThread& t) {
  WaitReport report;
  report.thread = d.thread(t.thread);
  for (const Address lock : t.holds) report.holds.push_back(d.variable(lock));
  report.wants = wanted(d, t.operation);
  const Place place = place_of_wait(d, t);
  report.position = place.position;
  report.callers = place.callers;
  for (const Address lock : t.holds) {
    const auto taken = acquisition(d, t.thread, lock, d.in.recording.recorder.events.size());
    report.shown_holds.push_back(d.described(lock));
    if (taken)
      report.shown_holds.back() +=
          fmt::format(", taken at {}", short_position(d.position_of(d.in.recording.recorder.events[*taken])));
  }
  report.shown_wants = wait_in_words(d, t);
  return report;
}

namespace {

std::string spinning(const Describer& d) {
  std::vector<std::string> threads;
  for (const FinalThread& t : d.in.recording.threads)
    if (waits_for_change(t.operation)) threads.push_back(d.thread(t.thread));
  if (threads.empty() && d.in.failure.round > 0)
    return fmt::format("{} goes round a loop that it can never leave", d.thread(d.in.failure.thread));
  if (threads.empty()) return "no thread can make progress";
  return fmt::format("{} {}", fmt::join(threads, ", "),
                     threads.size() == 1 ? "spins forever; no thread can release it"
                                         : "spin forever; no thread can release them");
}

std::string retrying(const Describer& d) {
  std::vector<std::string> threads;
  for (const ThreadId t : d.in.failure.cycle) threads.push_back(d.thread(t));
  return fmt::format("{} may keep each other from making progress forever", fmt::join(threads, ", "));
}

void describe_blocked(const Describer& d, Bug& bug) {
  const Failure& failure = d.in.failure;
  for (const FinalThread& t : d.in.recording.threads)
    if (!t.enabled) bug.blocked.push_back(d.thread(t.thread));
  const bool retries = bug.kind == BugKind::Livelock && !failure.cycle.empty();
  bug.round = failure.round;
  for (const ThreadId id : failure.cycle)
    if (const FinalThread* t = final_thread(d, id); t != nullptr && !retries) bug.cycle.push_back(wait_report(d, *t));
  for (const FinalThread& t : d.in.recording.threads)
    if (!t.enabled && failure.cycle.empty()) bug.waits.push_back(wait_report(d, t));

  ThreadId shown = failure.cycle.empty() ? failure.thread : failure.cycle.front();
  const FinalThread* t = final_thread(d, shown);
  const bool goes_round = bug.kind == BugKind::Livelock && bug.round > 0;
  if (!goes_round && !retries && (t == nullptr || t->enabled)) {
    const auto blocked = std::find_if(d.in.recording.threads.begin(), d.in.recording.threads.end(),
                                      [](const FinalThread& f) { return !f.enabled; });
    if (blocked != d.in.recording.threads.end()) t = &*blocked;
  }
  if (t != nullptr) {
    bug.thread = d.thread(t->thread);
    bug.position = place_of_wait(d, *t).position;
  }
  if (bug.kind == BugKind::Livelock) {
    bug.message = "livelock: " + (retries ? retrying(d) : failure.detail.empty() ? spinning(d) : failure.detail);
    return;
  }
  std::vector<std::string> threads;
  for (const WaitReport& wait : bug.cycle) threads.push_back(wait.thread);
  bug.message = threads.empty() ? "deadlock: every live thread is blocked"
                                : fmt::format("deadlock of {}", fmt::join(threads, ", "));
}

void describe_memory(const Describer& d, Bug& bug) {
  const Failure& failure = d.in.failure;
  const AddressName name = d.in.addresses.name(failure.address);
  bug.variable = d.variable(failure.address, failure.site);
  set_expression(d, bug, failure.address, failure.site, nullptr);
  bug.allocated_at = name.allocated_at;
  Access access;
  access.thread = failure.thread;
  access.site = failure.site;
  auto says = [&](const char* word) { return failure.detail.find(word) != std::string::npos; };
  access.kind = says("double free") || says(": free") || failure.detail.starts_with("free of") ? AccessKind::Free
                : says(": write") || failure.detail.starts_with("write of") ? AccessKind::Write
                                                                                               : AccessKind::Read;
  if (failure.race) {  // the block's end, then the access to it
    bug.accesses.push_back(access_report(d, failure.race->earlier, nullptr));
    access = failure.race->later;
  }
  bug.accesses.push_back(access_report(d, access, last_words(d)));
  if (!failure.object.empty())
    bug.message = fmt::format("{} of {}", failure.detail, failure.object);
  else if (!d.by_type(failure.address).empty())
    bug.message = fmt::format("{} of {}", failure.detail.empty() ? "invalid access" : failure.detail,
                              quoted_variable(d, bug, failure.address));
  else
    bug.message = fmt::format("{} ('{}')", failure.detail.empty() ? "invalid access" : failure.detail, bug.variable);
}

void describe_simple(const Describer& d, Bug& bug) {
  const Failure& failure = d.in.failure;
  bug.message = failure.detail;
  switch (bug.kind) {
    case BugKind::Crash:
      bug.signal = failure.signal;
      bug.message = failure.detail.empty() ? "crash: " + failure.signal
                                           : fmt::format("crash: {} ({})", failure.signal, failure.detail);
      break;
    case BugKind::Misuse:
      if (bug.message.empty()) bug.message = "misuse";
      if (failure.address != 0) {
        // The object of a join or detach is a thread.
        bug.variable = failure.address < kMaxThreads ? d.thread(ThreadId(static_cast<std::uint16_t>(failure.address)))
                                                     : d.variable(failure.address, failure.site);
        bug.message += fmt::format(
            " ('{}')", failure.address < kMaxThreads ? bug.variable : d.described(failure.address, failure.site));
      }
      break;
    default:
      if (bug.message.empty()) bug.message = "assertion failed";
      break;
  }
}

// One name for each operation in the order in which they happened, silent ones included: the decisions alone would be
// an empty list for a program whose threads meet in plain accesses only. A thread whose turn consists of accesses
// has a name too.
std::vector<std::string> schedule_text(const DescribeInput& input) {
  std::vector<std::string> text;
  const auto& events = input.recording.recorder.events;
  std::size_t next = 0;
  const auto rest_of_step = [&](std::size_t step) {
    for (; next < events.size() && events[next].step <= step; ++next) {
      const RecordedEvent& event = events[next];
      std::string name = input.names.name(event.thread);
      if (event.blocked || event.operation.kind == OperationKind::None) continue;
      if (!event.is_access() || text.empty() || text.back() != name) text.push_back(std::move(name));
    }
  };
  rest_of_step(0);
  for (std::size_t i = 0; i < input.schedule.size(); ++i) {
    const ScheduleStep& step = input.schedule[i];
    const bool choice = i < input.recording.had_choice.size() ? input.recording.had_choice[i] : step.choice != 0;
    text.push_back(to_text(step, input.names, choice));
    if (next < events.size() && events[next].step == i + 1 && events[next].thread == step.thread) ++next;
    rest_of_step(i + 1);
  }
  return text;
}

}  // namespace

Bug describe(const DescribeInput& input, SourceText& source) {
  const Describer d(input, source);
  const Failure& failure = input.failure;
  Bug bug;
  bug.kind = failure.kind;
  bug.thread = d.thread(failure.thread);
  Place place = place_of_failure(d);
  bug.position = std::move(place.position);
  switch (failure.kind) {
    case BugKind::Race:
    case BugKind::Discipline:
      describe_race(d, bug);
      break;
    case BugKind::Deadlock:
    case BugKind::Livelock:
      describe_blocked(d, bug);
      break;
    case BugKind::Memory:
      describe_memory(d, bug);
      break;
    case BugKind::Assertion:
    case BugKind::Crash:
    case BugKind::Misuse:
    case BugKind::Exit:
      describe_simple(d, bug);
      bug.callers = std::move(place.callers);
      break;
  }
  if (bug.message.empty()) bug.message = failure.detail.empty() ? name_of(failure.kind) : failure.detail;

  bug.schedule = input.schedule;
  bug.schedule_text = schedule_text(input);
  bug.thread_names = input.names.all();
  bug.output = input.recording.output;
  bug.lockset_history = lockset_history(d);
  bug.why = explain(d, bug);
  add_interleaving(d, bug);
  bug.id = bug_id(bug, source);
  return bug;
}

}  // namespace heddle
