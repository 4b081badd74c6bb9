// The interleaving as a table with one column per thread, time running downwards:
//
//     main                    main/1                  main/2
//     ----------------------  ----------------------  ----------------------
//     9: pthread_create(...)
//        create main/1
//    ~ main blocks on join of main/1
//                           > 12: counter++;
//                             write counter = 1
//
// Only threads with a row get a column. Columns share the width of the terminal; text that does not fit is wrapped. If
// a column would become too narrow to read, the columns overlap: each row is indented by its thread instead.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/text.h"

namespace heddle {
namespace {

constexpr std::size_t kMargin = 4;
constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 16;
constexpr std::size_t kWidest = 48;

class Columns {
 public:
  Columns(const Bug& bug, unsigned width) {
    for (const InterleavingRow& row : bug.interleaving) index_[row.thread] = 0;
    std::size_t n = 0;
    for (auto& [thread, index] : index_) index = n++;
    const std::size_t room = width > kMargin + kGap ? width - kMargin : kNarrowest;
    step_ = room / std::max<std::size_t>(n, 1);
    column_ = step_ > kGap ? step_ - kGap : 1;
    if (column_ > kWidest) column_ = kWidest, step_ = kWidest + kGap;
    if (column_ < kNarrowest) {  // overlapping: from its indent each row may use the rest of the line
      overlapping_ = true;
      step_ = n > 1 ? std::min<std::size_t>(4, (room - std::min(room, kNarrowest)) / (n - 1)) : 0;
      room_ = room;
    }
  }

  const std::map<ThreadId, std::size_t>& threads() const { return index_; }
  bool overlapping() const { return overlapping_; }
  std::size_t begin(ThreadId t) const { return kMargin + index_.at(t) * step_; }
  std::size_t width(ThreadId t) const {
    if (!overlapping_) return column_;
    const std::size_t indent = index_.at(t) * step_;
    return std::max(kNarrowest, room_ > indent ? room_ - indent : 0);
  }

 private:
  std::map<ThreadId, std::size_t> index_;
  std::size_t step_ = 0, column_ = 0, room_ = 0;
  bool overlapping_ = false;
};

std::string thread_name(const Bug& bug, ThreadId t) {
  return t.index() < bug.thread_names.size() ? bug.thread_names[t.index()] : fmt::format("thread {}", t.value);
}

std::string heading(const Bug& bug, const Columns& columns, const TextStyle& style) {
  if (columns.overlapping()) {
    std::string out;
    for (const auto& [thread, index] : columns.threads())
      out += std::string(columns.begin(thread), ' ') + painted(thread_name(bug, thread), Paint::Heading, style) + "\n";
    return out;
  }
  std::string names(kMargin, ' '), rules(kMargin, ' ');
  for (const auto& [thread, index] : columns.threads()) {
    const bool last = index + 1 == columns.threads().size();
    const std::size_t width = columns.width(thread);
    std::string name = thread_name(bug, thread);
    if (name.size() > width) name = name.substr(0, width);
    names += painted(last ? name : fmt::format("{:<{}}", name, width + kGap), Paint::Heading, style);
    rules += std::string(width, '-') + (last ? "" : std::string(kGap, ' '));
  }
  return names + "\n" + painted(rules, Paint::Quiet, style) + "\n";
}

std::string row_text(const Bug& bug, const InterleavingRow& row, const Columns& columns, const TextStyle& style) {
  const std::size_t begin = columns.begin(row.thread), width = columns.width(row.thread);
  const std::string mark = row.important ? "> " : "  ";
  std::string out;
  auto add = [&](const std::string& text, Paint paint, bool marked, std::size_t indent) {
    for (const std::string& line : wrapped(printable(text), width > indent ? width - indent : 1)) {
      out += std::string(begin - 2, ' ') + (marked ? painted(mark, Paint::Error, style) : "  ");
      out += std::string(indent, ' ') + painted(line, paint, style) + "\n";
      marked = false;
    }
  };
  const std::string who = columns.overlapping() ? thread_name(bug, row.thread) + " " : "";
  const bool has_source = !row.source.empty();
  if (has_source) add(fmt::format("{}{}: {}", who, row.position.line, row.source), Paint::Quiet, row.important, 0);
  add((has_source ? "" : who) + row.what, row.important ? Paint::Mark : Paint::Heading, row.important && !has_source,
      has_source ? 2 : 0);
  return out;
}

}  // namespace

std::string thread_table(const Bug& bug, const TextStyle& style) {
  const Columns columns(bug, style.width);
  std::string out = heading(bug, columns, style);
  for (const InterleavingRow& row : bug.interleaving) {
    if (!row.switch_reason.empty()) out += painted("  ~ " + printable(row.switch_reason), Paint::Quiet, style) + "\n";
    out += row_text(bug, row, columns, style);
  }
  return out;
}

}  // namespace heddle
