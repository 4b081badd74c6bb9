// Which rows of an interleaving a table shows. Without -v only the relevant ones; steps that are left out leave a note
// ("... 14 steps of main/2"), loops their first and last round and a note between; then a cap on the number of rows.
// With -v all of them, but for what libraries and test frameworks do on their own before and between: the start-up of
// Catch2 alone are thousands of steps.
#include "report/fold.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/describe.h"

namespace heddle {
namespace {

constexpr std::size_t kMostRows = 80;
constexpr std::size_t kKeptAtStart = 20;
constexpr std::size_t kLongestRound = 8;  // rows of a loop's round that folding looks for

bool same_step(const InterleavingRow& a, const InterleavingRow& b) {
  return a.thread == b.thread && a.kind == b.kind && a.position == b.position && a.object == b.object && !a.important &&
         !b.important && !a.position.file.empty();
}

bool same_round(const std::vector<InterleavingRow>& rows, std::size_t a, std::size_t b, std::size_t length) {
  if (b + length > rows.size()) return false;
  for (std::size_t i = 0; i < length; ++i)
    if (!same_step(rows[a + i], rows[b + i])) return false;
  return true;
}

InterleavingRow note(ThreadId thread, std::string text) {
  InterleavingRow row;
  row.thread = thread;
  row.what = std::move(text);
  return row;
}

std::vector<InterleavingRow> without_rounds(const std::vector<InterleavingRow>& rows) {
  std::vector<InterleavingRow> out;
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
    const auto at = [&](std::size_t n) { return rows.begin() + static_cast<std::ptrdiff_t>(n); };
    out.insert(out.end(), at(i), at(i + length));
    out.push_back(note(rows[i].thread, fmt::format("... {} more rounds", rounds - 2)));
    i += length * (rounds - 1);
    out.insert(out.end(), at(i), at(i + length));
    i += length;
  }
  return out;
}

void cap(std::vector<InterleavingRow>& rows) {
  if (rows.size() <= kMostRows) return;
  const std::size_t drop = rows.size() - kMostRows;
  const auto first = rows.begin() + kKeptAtStart;
  const ThreadId thread = first->thread;
  std::vector<InterleavingRow> kept_inside;
  std::copy_if(first, first + static_cast<std::ptrdiff_t>(drop), std::back_inserter(kept_inside),
               [](const InterleavingRow& r) { return r.important; });
  const std::size_t left_out = drop - kept_inside.size();
  const auto gap = rows.erase(first, first + static_cast<std::ptrdiff_t>(drop));
  kept_inside.push_back(note(thread, fmt::format("... {} steps left out", left_out)));
  rows.insert(gap, kept_inside.begin(), kept_inside.end());
}

// Steps that are not shown between two that are.
class Hidden {
 public:
  explicit Hidden(const Bug& bug) : bug_(bug) {}

  // That a thread waits or ends is said where the table turns to another one.
  void count(const InterleavingRow& row) {
    if (row.kind != StepKind::Block && row.kind != StepKind::Exit) ++steps_[row.thread];
  }
  // A step or two need no line of their own, and neither does how the program began, unless it was long.
  bool worth_a_line(bool first) const {
    std::size_t sum = 0;
    for (const auto& [thread, n] : steps_) sum += n;
    return sum >= (first ? 20 : 3);
  }
  void clear() { steps_.clear(); }

  void tell(std::vector<InterleavingRow>& rows, const char* where) const {
    std::string text;
    for (const auto& [thread, n] : steps_)
      text += fmt::format("{}{} of {}", text.empty() ? "... " : ", ",
                          text.empty() ? fmt::format("{} step{}", n, n == 1 ? "" : "s") : std::to_string(n),
                          thread.index() < bug_.thread_names.size() ? bug_.thread_names[thread.index()] : "a thread");
    if (!text.empty()) rows.push_back(note(steps_.begin()->first, text + where));
  }

 private:
  const Bug& bug_;
  std::map<ThreadId, std::size_t> steps_;
};

// Of the user's code.
bool is_outside(const InterleavingRow& row) {
  return row.position.line != 0 && (row.position.system || is_framework(row.position));
}

}  // namespace

std::vector<InterleavingRow> rows_to_show(const Bug& bug, bool everything) {
  std::vector<InterleavingRow> rows;
  Hidden hidden(bug);
  for (std::size_t i = 0; i < bug.interleaving.size(); ++i) {
    const InterleavingRow& row = bug.interleaving[i];
    if (bug.steps_left_out > 0 && i == bug.left_out_before)
      rows.push_back(note(row.thread, fmt::format("... {} steps left out", bug.steps_left_out)));
    if (!row.relevant && (!everything || is_outside(row))) {
      hidden.count(row);
      continue;
    }
    if (hidden.worth_a_line(!everything && rows.empty())) hidden.tell(rows, everything ? " in library code" : "");
    hidden.clear();
    rows.push_back(row);
  }
  if (everything) return rows;
  rows = without_rounds(rows);
  cap(rows);
  return rows;
}

}  // namespace heddle
