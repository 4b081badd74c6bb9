// The rows of the interleaving table: from the recorded events only those that a reader needs to follow the bug.
//
//   matters        which events are kept: accesses to the watched variable, and the synchronisation of the threads that
//                  the bug is about, up to the bug itself
//   switch_reason  why the thread of the row before was left: it waits, has ended, or was stopped by the scheduler
//   folded         loops: the first and the last round and how many lie between; then a cap on the number of rows
#include <fmt/format.h>

#include <algorithm>

#include "model/address_space.h"
#include "report/describe.h"

namespace heddle {
namespace {

constexpr std::size_t kMostRows = 80;
constexpr std::size_t kKeptAtStart = 20;
constexpr std::size_t kLongestRound = 8;  // rows of a loop's round that folding looks for

struct Row {
  InterleavingRow row;
  std::size_t event = 0;
  std::uint64_t key = 0;  // equal for the same step of another round
  bool waits = false;     // says itself why its thread does not go on
};

bool is_noise(const Operation& operation) {
  const bool of_process = operation.kind == OperationKind::RwUnlock && is_process_state(operation.object);
  return of_process || traits(operation.kind).in_table == InTable::Hidden;
}

class Table {
 public:
  Table(const Describer& d, const Bug& bug) : d_(d), bug_(bug), events_(d.in.recording.recorder.events) {
    const Failure& failure = d.in.failure;
    if (failure.race) {
      later_ = d.find_access(failure.race->later, events_.size());
      earlier_ = d.find_access(failure.race->earlier, later_.value_or(events_.size()));
      involved_ = {failure.race->earlier.thread, failure.race->later.thread};
    } else if (is_about_waiting()) {
      involved_ = failure.cycle;
    }
    end_ = later_ ? *later_ + 1 : events_.size();
  }

  std::vector<Row> rows() const {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < end_; ++i) {
      if (!matters(i)) continue;
      const RecordedEvent& event = events_[i];
      Row row;
      row.event = i;
      row.waits = event.blocked;
      row.key = static_cast<std::uint64_t>(event.operation.site.value) << 24 |
                static_cast<std::uint64_t>(event.operation.kind) << 16 | event.thread.value;
      row.row.thread = event.thread;
      row.row.position = d_.position_of(event);
      row.row.source = d_.source.line(row.row.position.file, row.row.position.line);
      row.row.what = d_.phrase(event);
      row.row.important = is_important(i);
      rows.push_back(std::move(row));
    }
    add_end(rows);
    return rows;
  }

  void add_switch_reasons(std::vector<Row>& rows) const {
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (rows[i].row.thread != rows[i - 1].row.thread && !rows[i - 1].waits)
        rows[i].row.switch_reason = switch_reason(rows[i - 1].row.thread, rows[i - 1].event, rows[i].event);
  }

 private:
  bool is_involved(ThreadId t) const {
    return involved_.empty() || std::find(involved_.begin(), involved_.end(), t) != involved_.end();
  }

  bool is_last_of_thread(std::size_t i) const {
    for (std::size_t k = i + 1; k < end_; ++k)
      if (events_[k].thread == events_[i].thread && !is_noise(events_[k].operation)) return false;
    return true;
  }

  bool is_important(std::size_t i) const {
    if (earlier_ == i || later_ == i) return true;
    if (d_.in.failure.race) return false;
    return is_about_waiting() && events_[i].blocked;
  }

  bool is_about_waiting() const {
    return d_.in.failure.kind == BugKind::Deadlock || d_.in.failure.kind == BugKind::Livelock;
  }

  Row end_row(ThreadId thread, SourcePosition position, std::string what) const {
    Row row;
    row.event = end_;
    row.row.thread = thread;
    row.row.source = d_.source.line(position.file, position.line);
    row.row.position = std::move(position);
    row.row.what = std::move(what);
    row.row.important = true;
    return row;
  }

  // The bug itself, where it is no recorded event: a thread that came to its lock before someone else took it, the
  // access that was refused, the assertion, the crash.
  void add_end(std::vector<Row>& rows) const {
    if (is_about_waiting()) {
      for (const FinalThread& t : d_.in.recording.threads) {
        const bool shown = std::any_of(rows.begin(), rows.end(),
                                       [&](const Row& row) { return row.row.thread == t.thread && row.waits; });
        if (t.enabled || shown || !is_involved(t.thread) || t.operation.kind == OperationKind::None) continue;
        rows.push_back(
            end_row(t.thread, d_.place(t.operation.site, t.stack).position, "waits: " + d_.phrase(t.operation)));
        rows.back().waits = true;
      }
    } else if (!d_.in.failure.race && !events_.empty()) {
      const bool shown = !rows.empty() && rows.back().row.important && rows.back().row.thread == d_.in.failure.thread;
      if (!shown) rows.push_back(end_row(d_.in.failure.thread, bug_.position, bug_.message));
    }
  }

  bool matters(std::size_t i) const {
    const RecordedEvent& event = events_[i];
    if (earlier_ == i || later_ == i) return true;
    if (event.blocked) return is_about_waiting() && is_involved(event.thread) && is_last_of_thread(i);
    if (event.operation.kind == OperationKind::ThreadCreate)
      return is_involved(event.thread) || is_involved(ThreadId(static_cast<std::uint16_t>(event.operation.object)));
    if (event.is_access()) return true;
    return is_involved(event.thread) && !is_noise(event.operation);
  }

  // What follows "blocks on".
  std::string blocking_phrase(const RecordedEvent& event) const {
    std::string phrase = d_.phrase(event.operation, &event);
    if (event.operation.kind == OperationKind::Join && phrase.starts_with("join ")) phrase.insert(5, "of ");
    return phrase;
  }

  std::string switch_reason(ThreadId left, std::size_t from, std::size_t to) const {
    const std::string name = d_.thread(left);
    for (std::size_t i = from; i < to; ++i) {
      const RecordedEvent& event = events_[i];
      if (event.thread != left) continue;
      if (event.operation.kind == OperationKind::ThreadExit) return name + " exited";
      if (event.blocked) return fmt::format("{} blocks on {}", name, blocking_phrase(event));
    }
    for (std::size_t i = to; i < events_.size(); ++i)
      if (events_[i].thread == left)
        return events_[i].is_access() ? fmt::format("{} is preempted here", name)
                                      : fmt::format("{} is preempted before {}", name, d_.phrase(events_[i].operation, &events_[i]));
    for (const FinalThread& t : d_.in.recording.threads)
      if (t.thread == left && t.operation.kind != OperationKind::None)
        return fmt::format("{} is preempted before {}", name, d_.phrase(t.operation));
    return name + " is left";
  }

  const Describer& d_;
  const Bug& bug_;
  const std::vector<RecordedEvent>& events_;
  std::optional<std::size_t> earlier_, later_;
  std::vector<ThreadId> involved_;  // empty: all
  std::size_t end_ = 0;
};

bool same_round(const std::vector<Row>& rows, std::size_t a, std::size_t b, std::size_t length) {
  if (b + length > rows.size()) return false;
  for (std::size_t i = 0; i < length; ++i)
    if (rows[a + i].key != rows[b + i].key || rows[b + i].row.important || rows[a + i].row.important) return false;
  return true;
}

Row note(ThreadId thread, std::string text) {
  Row row;
  row.row.thread = thread;
  row.row.what = std::move(text);
  return row;
}

std::vector<Row> folded(const std::vector<Row>& rows) {
  std::vector<Row> out;
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t length = 0, rounds = 0;
    for (std::size_t l = 1; l <= kLongestRound && rounds < 4; ++l) {
      std::size_t n = 1;
      while (same_round(rows, i, i + n * l, l)) ++n;
      if (n >= 4) length = l, rounds = n;
    }
    if (rounds < 4) {
      out.push_back(rows[i++]);
      continue;
    }
    out.insert(out.end(), rows.begin() + i, rows.begin() + i + length);
    out.push_back(note(rows[i].row.thread, fmt::format("... {} more rounds", rounds - 2)));
    i += length * (rounds - 1);
    out.insert(out.end(), rows.begin() + i, rows.begin() + i + length);
    i += length;
  }
  return out;
}

void cap(std::vector<Row>& rows) {
  if (rows.size() <= kMostRows) return;
  const std::size_t drop = rows.size() - kMostRows;
  const auto first = rows.begin() + kKeptAtStart;
  const ThreadId thread = first->row.thread;
  std::vector<Row> kept_inside;
  std::copy_if(first, first + drop, std::back_inserter(kept_inside), [](const Row& r) { return r.row.important; });
  const std::size_t left_out = drop - kept_inside.size();
  const auto gap = rows.erase(first, first + drop);
  kept_inside.push_back(note(thread, fmt::format("... {} steps left out", left_out)));
  rows.insert(gap, kept_inside.begin(), kept_inside.end());
}

}  // namespace

std::vector<InterleavingRow> interleaving_of(const Describer& d, const Bug& bug) {
  const Table table(d, bug);
  std::vector<Row> rows = table.rows();
  table.add_switch_reasons(rows);
  rows = folded(rows);
  cap(rows);
  std::vector<InterleavingRow> out;
  for (Row& row : rows) out.push_back(std::move(row.row));
  return out;
}

}  // namespace heddle
