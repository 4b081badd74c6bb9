// The "why" of a deadlock or livelock: who holds what since where and waits for what, and why nobody ends the wait: a
// wake-up that came too early, a result that nobody is left to set. And of misuse: who has the lock, and since where.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/relevance.h"

namespace heddle {
namespace {

std::string at(const Describer& d, const RecordedEvent& event) { return short_position(d.position_of(event)); }

// As it stands in the source, where a library function does it: "cv.notify_one()".
std::string call_of(const Describer& d, const RecordedEvent& event) {
  const Place& place = d.place(event.operation.site, event.stack);
  const std::string text = place.calls.empty() ? text_at(place.position, d.source) : call_text(place, d.source);
  return text.empty() ? d.phrase(event.operation, &event, true) : text;
}

bool is_wake_up(const RecordedEvent& event) {
  const Role role = role_of(event.operation.kind);
  return !event.blocked && (role == Role::CondSignal || role == Role::CondBroadcast);
}

// A wake-up of that condition while nobody waited, followed by the wait of this thread.
std::string lost_wake_up(const Describer& d, const FinalThread& t) {
  if (role_of(t.operation.kind) != Role::CondReacquire) return {};
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  std::set<ThreadId> waiting;
  const RecordedEvent *lost = nullptr, *began = nullptr, *last = nullptr;
  for (const RecordedEvent& event : events) {
    if (event.operation.object != t.operation.object || event.blocked) continue;
    if (is_wake_up(event)) {
      if (waiting.empty()) lost = &event;
      last = &event;
    }
    if (role_of(event.operation.kind) == Role::CondWait) waiting.insert(event.thread);
    if (role_of(event.operation.kind) == Role::CondReacquire) waiting.erase(event.thread);
    if (role_of(event.operation.kind) == Role::CondWait && event.thread == t.thread) began = &event;
  }
  const std::string name = d.thread(t.thread);
  if (last == nullptr) return fmt::format(" Nobody ever notified {}.", d.shown(t.operation.object));
  if (lost != nullptr && began != nullptr && lost < began)
    return fmt::format(" {} at {} woke nobody: {} began to wait afterwards ({}).", call_of(d, *lost), at(d, *lost),
                       name, at(d, *began));
  if (began != nullptr && last < began)
    return fmt::format(" The last wake-up, {} at {}, came before {} began to wait ({}).", call_of(d, *last),
                       at(d, *last), name, at(d, *began));
  return fmt::format(" The last wake-up, {} at {}, went to another thread.", call_of(d, *last), at(d, *last));
}

// What a thread waits for inside a library call, by the function that it called.
std::string missing_deed(const Describer& d, const FinalThread& t) {
  const Place& place = d.place(t.operation.site, t.stack);
  if (place.calls.empty() || t.operation.kind == OperationKind::Join) return {};
  const std::string& function = place.calls.back().function;
  const auto is_in = [&](const char* type) { return function.find(type) != std::string::npos; };
  if (is_in("future"))
    return "a result that no thread is left to set: every thread that could run the task is waiting itself";
  if (is_in("counting_semaphore")) return "a release that no thread is left to make";
  if (is_in("latch")) return "a count_down that no thread is left to make";
  if (is_in("barrier")) return "an arrival that no thread is left to make";
  return {};
}

std::string held(const Describer& d, const FinalThread& t) {
  const std::size_t end = d.in.recording.recorder.events.size();
  std::vector<std::string> holds;
  for (const Address lock : t.holds) {
    const auto taken = acquisition(d, t.thread, lock, end);
    const RecordedEvent* const event = taken ? &d.in.recording.recorder.events[*taken] : nullptr;
    holds.push_back(event == nullptr ? d.shown(lock) : fmt::format("{} (since {})", d.shown(lock), at(d, *event)));
  }
  return holds.empty() ? "" : fmt::format("holds {} and ", fmt::join(holds, ", "));
}

std::string waits_for(const Describer& d, const FinalThread& t) {
  const WaitReport wait = wait_report(d, t);
  return fmt::format("{} ({})", d.words(t) == "spins" ? wait.shown_wants : d.words(t), short_position(wait.position));
}

const FinalThread* thread_at_end(const Describer& d, ThreadId thread) {
  for (const FinalThread& t : d.in.recording.threads)
    if (t.thread == thread) return &t;
  return nullptr;
}

// Of a livelock in which threads run.
std::string explain_round(const Describer& d) {
  const Failure& failure = d.in.failure;
  const std::string steps = failure.round == 1 ? "step" : fmt::format("{} steps", failure.round);
  if (failure.cycle.empty())
    return fmt::format(
        "after the last {} the state is what it was before, and from there the program cannot end, nor {} leave its "
        "loop.",
        steps, d.thread(failure.thread));
  return fmt::format(
      "after the last {} the state is what it was before, so they can repeat forever. Every thread that can run gets "
      "its "
      "turns, and each of these would get through if the others let it.",
      steps);
}

// What the waiting threads wait for and a killed process took last.
std::string left_locked(const Describer& d, const std::string& process) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  for (const FinalThread& t : d.in.recording.threads) {
    if (t.enabled || waits_of(t.operation.kind) != Waits::ForMutex) continue;
    for (std::size_t i = events.size(); i-- > 0;) {
      const RecordedEvent& event = events[i];
      if (event.blocked || event.operation.object != t.operation.object || !takes_one_lock(event.operation.kind))
        continue;
      if (!d.thread(event.thread).starts_with(process + ":")) break;
      return fmt::format(" while it holds {} (since {})", d.shown(event.operation.object), at(d, event));
    }
  }
  return {};
}

}  // namespace

std::optional<std::size_t> acquisition(const Describer& d, ThreadId thread, Address lock, std::size_t before) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  for (std::size_t i = std::min(before, events.size()); i-- > 0;) {
    const RecordedEvent& event = events[i];
    const OperationKind kind = event.operation.kind;
    if (event.thread != thread || event.blocked || !takes_one_lock(kind)) continue;
    if ((has_mutex(kind) ? event.operation.argument : event.operation.object) == lock) return i;
  }
  return std::nullopt;
}

std::string explain_waits(const Describer& d, const Bug& bug) {
  if (d.in.failure.round > 0 && !d.in.failure.cycle.empty()) return explain_round(d);
  std::vector<std::string> sentences;
  std::string reasons;
  std::map<std::string, std::vector<std::string>> missing;  // and who waits for it
  const auto add = [&](const FinalThread& t) {
    sentences.push_back(fmt::format("{} {}{}", d.thread(t.thread), held(d, t), waits_for(d, t)));
    reasons += lost_wake_up(d, t);
    if (const std::string deed = missing_deed(d, t); !deed.empty()) missing[deed].push_back(d.thread(t.thread));
  };
  for (const ThreadId id : d.in.failure.cycle)
    if (const FinalThread* t = thread_at_end(d, id)) add(*t);
  if (!sentences.empty()) return fmt::format("{}.", fmt::join(sentences, "; "));
  for (const FinalThread& t : d.in.recording.threads)
    if (!t.enabled) add(t);
  if (d.in.failure.round > 0) reasons += " " + explain_round(d);
  if (sentences.empty()) return d.in.failure.round > 0 ? explain_round(d) : "no thread can continue.";
  for (const auto& [deed, threads] : missing)
    reasons +=
        fmt::format(" {} {} for {}.", fmt::join(threads, " and "), threads.size() == 1 ? "waits" : "each wait", deed);
  for (std::size_t i = 0; i < d.in.recording.recorder.events.size(); ++i)
    if (const std::string process = killed_by(d, i); !process.empty())
      reasons += fmt::format(" The process {} is killed{}.", process, left_locked(d, process));
  if (bug.kind == BugKind::Livelock && reasons.empty() && d.in.failure.detail.empty())
    reasons = " No thread is left to change what they wait for: all of them are waiting.";
  const char* const end = !reasons.empty() ? "." : "; no thread can end these waits.";
  return fmt::format("{}{}{}", fmt::join(sentences, "; "), end, reasons);
}

std::string explain_misuse(const Describer& d) {
  const Failure& failure = d.in.failure;
  for (const FinalThread& t : d.in.recording.threads) {
    if (std::find(t.holds.begin(), t.holds.end(), failure.address) == t.holds.end()) continue;
    const auto taken = acquisition(d, t.thread, failure.address, d.in.recording.recorder.events.size());
    if (!taken) continue;
    const RecordedEvent& event = d.in.recording.recorder.events[*taken];
    if (t.thread != failure.thread)
      return fmt::format("{} has held {} since {}.", d.thread(t.thread), d.shown(failure.address), at(d, event));
    return fmt::format("{} first took {} at {} and has not released it.", d.thread(t.thread), d.shown(failure.address),
                       at(d, event));
  }
  return {};
}

}  // namespace heddle
