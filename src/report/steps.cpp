// A recording that watched everything also holds each thread's accesses to memory of its own; rows_of_steps leaves them
// out.
#include "report/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace heddle {
namespace {

constexpr std::uint64_t kCell = 8;             // bytes that are looked at as one
constexpr std::uint64_t kLargestRange = 4096;  // of a longer access only the beginning

template <class F>
void for_each_cell(const RecordedEvent& event, F&& visit) {
  const std::uint64_t size = std::clamp<std::uint64_t>(event.operation.width, 1, kLargestRange);
  const Address begin = event.operation.object;
  for (Address cell = begin / kCell; cell <= (begin + size - 1) / kCell; ++cell) visit(cell);
}

// Who uses which memory.
class Users {
 public:
  explicit Users(const std::vector<RecordedEvent>& events) {
    for (const RecordedEvent& event : events)
      if (is_memory_access(event.operation.kind))
        for_each_cell(event, [&](Address cell) { note(cells_[cell], event); });
  }

  bool shared(const RecordedEvent& event) const {
    bool found = false;
    for_each_cell(event, [&](Address cell) {
      const auto it = cells_.find(cell);
      found |= it != cells_.end() && it->second.several && it->second.written;
    });
    return found;
  }

 private:
  struct Cell {
    bool used = false, several = false, written = false;
    ThreadId thread;
  };
  static void note(Cell& cell, const RecordedEvent& event) {
    cell.several |= cell.used && cell.thread != event.thread;
    cell.written |= may_write(event.operation.kind);
    cell.used = true;
    cell.thread = event.thread;
  }
  std::unordered_map<Address, Cell> cells_;
};

bool same(const RecordedEvent& a, const RecordedEvent& b) {
  return a.thread == b.thread && a.operation.kind == b.operation.kind && a.operation.site == b.operation.site &&
         a.operation.object == b.operation.object && a.operation.width == b.operation.width && a.blocked == b.blocked &&
         a.result == b.result && a.has_value == b.has_value && a.value == b.value;
}

std::string where_and_what(const Describer& d, const RecordedEvent& event) {
  return fmt::format("{}: {} at {}", d.thread(event.thread), d.phrase(event), short_position(d.position_of(event)));
}

}  // namespace

std::vector<InterleavingRow> rows_of_steps(const Describer& d) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  const Users users(events);
  std::vector<InterleavingRow> rows;
  for (const RecordedEvent& event : events) {
    if (event.operation.kind == OperationKind::None || (event.is_access() && !users.shared(event))) continue;
    InterleavingRow row;
    row.thread = event.thread;
    row.position = d.position_of(event);
    row.source = d.source.line(row.position.file, row.position.line);
    row.what = d.phrase(event);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string first_difference(const Describer& first, const Describer& second) {
  const std::vector<RecordedEvent>& a = first.in.recording.recorder.events;
  const std::vector<RecordedEvent>& b = second.in.recording.recorder.events;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (!same(a[i], b[i]))
      return fmt::format("{}, but the second time {}", where_and_what(first, a[i]), where_and_what(second, b[i]));
  if (a.size() > b.size())
    return fmt::format("{}, but the second time nothing more happened", where_and_what(first, a[b.size()]));
  if (b.size() > a.size())
    return fmt::format("nothing more happened, but the second time {}", where_and_what(second, b[a.size()]));
  if (first.in.recording.output != second.in.recording.output) return "the output of the program differs";
  return {};
}

}  // namespace heddle
