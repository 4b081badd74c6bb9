// The steps of the interleaving, from the recorded events:
//
//   rows            one for each call of the user's code (user_calls.h), and which of them matter (relevance.h)
//   add_words       words, place, value and locks
//   switch_reason   why the thread of the row before was left: it waits, has ended, or was stopped by the scheduler
//   shorten         of a very long schedule the beginning and the end
//
// How a table shows them, loops and what does not matter folded, is decided where it is printed (fold.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/relevance.h"

namespace heddle {
namespace {

constexpr std::size_t kMostSteps = 6000;
constexpr std::size_t kStepsAtStart = 500;

StepKind step_kind(const RecordedEvent& event) {
  const OperationKind kind = event.operation.kind;
  if (event.blocked) return StepKind::Block;
  if (kind == OperationKind::ThreadCreate) return StepKind::Create;
  if (kind == OperationKind::ThreadExit) return StepKind::Exit;
  if (kind == OperationKind::Join) return StepKind::Join;
  if (is_plain_access(kind)) return StepKind::Access;
  if (is_atomic_access(kind)) return StepKind::Atomic;
  switch (role_of(kind)) {
    case Role::CondWait:
    case Role::FutexWait:
    case Role::FutexSleep:
      return StepKind::Wait;
    case Role::CondSignal:
    case Role::CondBroadcast:
    case Role::FutexWake:
      return StepKind::Wake;
    case Role::Semaphore:
      return kind == OperationKind::SemPost   ? StepKind::Wake
             : waits_of(kind) == Waits::Never ? StepKind::Other
                                              : StepKind::Wait;
    case Role::Barrier:
      return kind == OperationKind::BarrierArrive ? StepKind::Wait : StepKind::Other;
    default:
      break;
  }
  switch (lock_effect(kind)) {
    case LockEffect::Takes:
    case LockEffect::TakesShared:
    case LockEffect::TakesAll:
      return event.result == 0 || has_mutex(kind) ? StepKind::Acquire : StepKind::Other;
    case LockEffect::Releases:
      return StepKind::Release;
    case LockEffect::Keeps:
      break;
  }
  return StepKind::Other;
}

struct Row {
  InterleavingRow row;
  std::size_t event = 0;            // the principal one
  std::vector<std::size_t> events;  // all of them
  bool waits = false;               // says itself why its thread does not go on
};

class Table {
 public:
  Table(const Describer& d, const Bug& bug)
      : d_(d), bug_(bug), events_(d.in.recording.recorder.events), relevance_(d, bug.position) {}

  std::vector<Row> rows() const {
    std::vector<std::size_t> alone;
    for (const std::optional<std::size_t>& i : {relevance_.earlier(), relevance_.later()})
      if (i) alone.push_back(*i);
    std::vector<Row> rows;
    for (UserCall& call : user_calls(d_, relevance_.end(), alone)) {
      const std::size_t i = call.principal;
      const RecordedEvent& event = events_[i];
      const bool relevant = relevance_.matters(call);
      if (is_noise(event.operation) && event.operation.kind != OperationKind::ThreadExit && !relevant) continue;
      Row row;
      row.event = i;
      row.waits = event.blocked && relevance_.is_last_of_thread(i);
      row.row.thread = event.thread;
      row.row.kind = step_kind(event);
      row.row.important = relevance_.is_in_bug(i);
      row.row.relevant = relevant;
      row.row.operations = static_cast<std::uint32_t>(call.events.size());
      row.events = std::move(call.events);
      rows.push_back(std::move(row));
    }
    add_end(rows);
    return rows;
  }

  // Words and places, for the rows that are left.
  void add_words(std::vector<Row>& rows) const {
    for (Row& row : rows) {
      if (row.event >= relevance_.end()) continue;
      const RecordedEvent& event = events_[row.event];
      InterleavingRow& step = row.row;
      const Place& place = d_.place(event.operation.site, event.stack);
      step.position = place.position;
      if (!event.stack.empty()) step.depth = static_cast<std::int32_t>(place.callers.size());
      step.source = d_.source.line(step.position.file, step.position.line);
      step.what = d_.words(event);
      if (row.waits && !event.blocked) step.what = "waits in " + call_text(place, d_.source);
      step.object = d_.object(event.operation, &event, true);
      step.value = is_memory_access(event.operation.kind) && !event.blocked ? d_.value(event) : std::string{};
      step.locks = d_.shown_locks_at(events_[row.events.back()]);
    }
  }

  void add_switch_reasons(std::vector<Row>& rows) const {
    const Row* before = nullptr;
    for (Row& row : rows) {
      if (!row.row.relevant) continue;
      if (before != nullptr && row.row.thread != before->row.thread && !before->waits)
        row.row.switch_reason = switch_reason(*before, row.event);
      before = &row;
    }
  }

 private:
  Row end_row(ThreadId thread, SourcePosition position, std::string what) const {
    Row row;
    row.event = relevance_.end();
    row.row.thread = thread;
    row.row.source = d_.source.line(position.file, position.line);
    row.row.position = std::move(position);
    row.row.what = std::move(what);
    row.row.important = true;
    row.row.kind = StepKind::Failure;
    for (std::size_t i = events_.size(); i-- > 0;)
      if (events_[i].thread == thread) {
        row.row.locks = d_.shown_locks_at(events_[i]);
        break;
      }
    return row;
  }

  // The bug itself, where it is no recorded event: a thread that came to its lock before someone else took it, the
  // access that was refused, the assertion, the crash.
  void add_end(std::vector<Row>& rows) const {
    if (relevance_.is_about_waiting()) {
      for (const FinalThread& t : d_.in.recording.threads) {
        const bool shown = std::any_of(rows.begin(), rows.end(),
                                       [&](const Row& row) { return row.row.thread == t.thread && row.waits; });
        if (t.enabled || shown || !relevance_.is_involved(t.thread) || t.operation.kind == OperationKind::None)
          continue;
        if (becomes_wait(rows, t)) continue;
        rows.push_back(end_row(t.thread, d_.place(t.operation.site, t.stack).position, d_.words(t)));
        rows.back().waits = true;
        rows.back().row.kind = StepKind::Block;
        rows.back().row.object = d_.object(t.operation, nullptr, true);
      }
    } else if (!d_.in.failure.race && !events_.empty()) {
      const bool shown = !rows.empty() && rows.back().row.important && rows.back().row.thread == d_.in.failure.thread;
      if (!shown) rows.push_back(end_row(d_.in.failure.thread, bug_.position, failure_words()));
    }
  }

  std::string failure_words() const {
    switch (bug_.kind) {
      case BugKind::Assertion:
        return "fails";
      case BugKind::Crash:
        return "crashes: " + bug_.signal;
      case BugKind::Memory:
        return bug_.message.substr(0, bug_.message.find(':'));
      case BugKind::Misuse:
        if (bug_.message.starts_with("relock:")) return "relock " + bug_.variable;
        return bug_.message;
      default:
        return bug_.message;
    }
  }

  // The last step of the thread is the call in which it waits.
  bool becomes_wait(std::vector<Row>& rows, const FinalThread& t) const {
    const Place& place = d_.place(t.operation.site, t.stack);
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [&](const Row& r) { return r.row.thread == t.thread; });
    if (last == rows.rend() || speaks_for_itself(place) || last->event >= relevance_.end()) return false;
    const RecordedEvent& event = events_[last->event];
    if (!(d_.position_of(event) == place.position)) return false;
    last->waits = last->row.important = last->row.relevant = true;
    last->row.kind = StepKind::Block;
    return true;
  }

  // What follows "blocks".
  std::string blocking_words(const RecordedEvent& event) const {
    if (event.operation.kind == OperationKind::Join)
      return "on join of " + d_.thread(ThreadId(static_cast<std::uint16_t>(event.operation.object)));
    const Place& place = d_.place(event.operation.site, event.stack);
    return speaks_for_itself(place) ? "on " + d_.phrase(event.operation, &event, true)
                                    : "in " + call_text(place, d_.source);
  }

  // From the row that was left to the event that comes next in the table.
  std::string switch_reason(const Row& left, std::size_t to) const {
    const ThreadId thread = left.row.thread;
    const std::string name = d_.thread(thread);
    std::size_t from = left.event;
    for (const std::size_t i : left.events)
      if (i < to) from = std::max(from, i);
    for (std::size_t i = from; i < to && i < events_.size(); ++i) {
      const RecordedEvent& event = events_[i];
      if (event.thread != thread) continue;
      if (event.operation.kind == OperationKind::ThreadExit) return name + " exited";
      if (event.blocked) return fmt::format("{} blocks {}", name, blocking_words(event));
    }
    for (std::size_t i = std::max(to, from + 1); i < events_.size(); ++i)
      if (events_[i].thread == thread) return preempted(name, left, events_[i]);
    for (const FinalThread& t : d_.in.recording.threads)
      if (t.thread == thread && t.operation.kind != OperationKind::None)
        return spins(t.operation) || !speaks_for_itself(d_.place(t.operation.site, t.stack))
                   ? fmt::format("{} {}", name, d_.words(t))
                   : fmt::format("{} is preempted before {}", name, d_.phrase(t.operation, nullptr, true));
    return name + " is preempted";
  }

  std::string preempted(const std::string& name, const Row& left, const RecordedEvent& next) const {
    const Place& place = d_.place(next.operation.site, next.stack);
    const bool inside = !place.calls.empty() && !left.events.empty() && !speaks_for_itself(place) &&
                        d_.position_of(events_[left.event]) == place.position;
    if (inside) return fmt::format("{} is preempted inside {}", name, call_text(place, d_.source));
    if (next.is_access()) return fmt::format("{} is preempted here", name);
    if (role_of(next.operation.kind) == Role::CondReacquire)
      return fmt::format("{} waits on {}", name, d_.object(next.operation, &next, true));
    const bool call = !speaks_for_itself(place);
    return fmt::format("{} is preempted before {}", name,
                       call ? call_text(place, d_.source) : d_.phrase(next.operation, &next, true));
  }

  const Describer& d_;
  const Bug& bug_;
  const std::vector<RecordedEvent>& events_;
  Relevance relevance_;
};

// What is important stays, wherever it was.
void shorten(std::vector<Row>& rows, Bug& bug) {
  if (rows.size() <= kMostSteps) return;
  const auto first = rows.begin() + kStepsAtStart, last = rows.end() - (kMostSteps - kStepsAtStart);
  const auto gap = std::remove_if(first, last, [](const Row& row) { return !row.row.important; });
  bug.steps_left_out = static_cast<std::size_t>(last - gap);
  bug.left_out_before = static_cast<std::size_t>(gap - rows.begin());
  rows.erase(gap, last);
}

void add_ends_of_waits(std::vector<Row>& rows) {
  std::map<ThreadId, std::int32_t> next;  // row of the thread
  for (std::size_t i = rows.size(); i-- > 0;) {
    InterleavingRow& row = rows[i].row;
    const auto later = next.find(row.thread);
    if (row.kind == StepKind::Block && later != next.end()) row.until = later->second;
    next[row.thread] = static_cast<std::int32_t>(i);
  }
}

void add_edges(const Describer& d, const std::vector<Row>& rows, Bug& bug) {
  std::map<std::size_t, std::uint32_t> row_of;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const std::size_t event : rows[i].events) row_of.emplace(event, static_cast<std::uint32_t>(i));
  for (const EventEdge& edge : event_edges(d.in.recording.recorder.events)) {
    const auto from = row_of.find(edge.from), to = row_of.find(edge.to);
    if (from == row_of.end() || to == row_of.end() || from->second >= to->second) continue;
    const auto same = [&](const OrderEdge& e) { return e.from == from->second && e.to == to->second; };
    if (std::any_of(bug.edges.rbegin(), bug.edges.rbegin() + std::min<std::ptrdiff_t>(8, std::ssize(bug.edges)), same))
      continue;
    const InterleavingRow& source = rows[from->second].row;
    bug.edges.push_back(
        {from->second, to->second, source.kind == StepKind::Exit ? d.thread(source.thread) : source.object});
  }
}

}  // namespace

void add_interleaving(const Describer& d, Bug& bug) {
  const Table table(d, bug);
  std::vector<Row> rows = table.rows();
  shorten(rows, bug);
  table.add_words(rows);
  table.add_switch_reasons(rows);
  add_ends_of_waits(rows);
  add_edges(d, rows, bug);
  for (Row& row : rows) bug.interleaving.push_back(std::move(row.row));
}

}  // namespace heddle
