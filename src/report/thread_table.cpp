// The interleaving as a table with one column per thread and the source at the right, time running downwards:
//
//     main           main/1               main/2
//     -------------  -------------------  ------------------
//     create main/1                                            21  pthread_create(&one, NULL, worker, NULL);
//   ~ main blocks on join of main/1
//                    read counter = 0                          15  counter++;
//                  > write counter = 1                         15  counter++;
//   ~ main/1 exited
//                                       > read counter = 1     15  counter++;
//
// Of several processes the columns of one stand together, and its name above them:
//
//     kernel               server                  client
//                          main     main/1         main
//
// Only threads with a row get a column, as wide as what stands in it. If that leaves no room for the source, columns
// get narrower and wrap; if they would become too narrow to read, they overlap: each row is indented by its thread and
// begins with its name. A line of source that does not fit is cut at a word.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/fold.h"
#include "report/text.h"

namespace heddle {
namespace {

constexpr std::size_t kMargin = 4;
constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 12;
constexpr std::size_t kWidest = 40;
constexpr std::size_t kRoomForSource = 28;

std::string thread_name(const Bug& bug, ThreadId t) {
  return t.index() < bug.thread_names.size() ? bug.thread_names[t.index()] : fmt::format("thread {}", t.value);
}

// "server" of server:main/1; nothing where there is one process, and for the kernel.
std::string process_of(const std::string& name) {
  const std::size_t colon = name.find(':');
  return colon == std::string::npos ? "" : name.substr(0, colon);
}

// Threads in the order of their creation, those of one process together.
class InOrder {
 public:
  explicit InOrder(const Bug& bug) {
    std::map<std::string, std::size_t> first;
    for (const std::string& name : bug.thread_names)
      group_.push_back(first.try_emplace(process_of(name), first.size()).first->second);
  }
  bool operator()(ThreadId a, ThreadId b) const { return std::pair(group(a), a) < std::pair(group(b), b); }

 private:
  std::size_t group(ThreadId t) const { return t.index() < group_.size() ? group_[t.index()] : group_.size(); }
  std::vector<std::size_t> group_;
};
using Widths = std::map<ThreadId, std::size_t, InOrder>;

bool is_note(const InterleavingRow& row) { return row.position.file.empty() && row.what.starts_with("..."); }

// The place and the text of a row's line: "a.c:12  counter++;", without the file where there is only one.
class Sources {
 public:
  explicit Sources(const std::vector<InterleavingRow>& rows) {
    std::set<std::string> files;
    for (const InterleavingRow& row : rows)
      if (row.position.line != 0) files.insert(row.position.file);
    several_ = files.size() > 1;
    for (const InterleavingRow& row : rows) width_ = std::max(width_, display_columns(place(row)));
  }

  std::string of(const InterleavingRow& row) const {
    const std::string where = place(row);
    if (where.empty()) return printable(row.source);
    const std::string blanks(width_ - display_columns(where), ' ');
    return (several_ ? where + blanks : blanks + where) + "  " + printable(row.source);
  }

  std::size_t longest(const std::vector<InterleavingRow>& rows) const {
    std::size_t n = 0;
    for (const InterleavingRow& row : rows)
      if (!is_note(row)) n = std::max(n, display_columns(of(row)));
    return n;
  }

 private:
  std::string place(const InterleavingRow& row) const {
    if (row.position.line == 0) return {};
    const std::string& file = row.position.file;
    const std::string name = printable(file.substr(file.rfind('/') + 1));
    return several_ ? fmt::format("{}:{}", name, row.position.line) : std::to_string(row.position.line);
  }

  bool several_ = false;
  std::size_t width_ = 0;
};

class Columns {
 public:
  Columns(const Bug& bug, const std::vector<InterleavingRow>& rows, const Sources& sources, unsigned width)
      : total_(std::max<std::size_t>(width, kMargin + kNarrowest)), columns_(InOrder(bug)) {
    Widths widths{InOrder(bug)};
    for (const InterleavingRow& row : rows) {
      if (is_note(row)) continue;
      std::size_t& w = widths.try_emplace(row.thread, display_columns(thread_name(bug, row.thread))).first->second;
      w = std::max(w, std::min(kWidest, display_columns(printable(row.what))));
    }
    const std::size_t source = std::min(kRoomForSource, sources.longest(rows));
    const std::size_t room = total_ > kMargin + source ? total_ - kMargin - source : 0;
    const Widths wanted = widths;
    if (!shrink(widths, room)) {
      overlap(bug, rows, wanted);
      return;
    }
    if (widths != wanted) {  // rather overlapping columns than many rows of several lines
      const std::size_t apart = lines_of(bug, rows, [&](ThreadId t) { return widths.at(t); }, false);
      overlap(bug, rows, wanted);
      if (lines_of(bug, rows, [&](ThreadId t) { return of(t).width; }, true) * 3 < apart * 2) return;
      columns_.clear();
      overlapping_ = false;
    }
    std::size_t at = kMargin;
    for (const auto& [thread, w] : widths) {
      columns_[thread] = {at, w};
      at += w + kGap;
    }
    source_ = at;
  }

  bool overlapping() const { return overlapping_; }
  std::size_t source() const { return source_; }
  std::size_t source_width() const { return total_ > source_ ? total_ - source_ : 0; }
  struct Column {
    std::size_t begin = 0, width = 0;
  };
  const std::map<ThreadId, Column, InOrder>& all() const { return columns_; }
  const Column& of(ThreadId t) const { return columns_.at(t); }

 private:
  template <class Width>
  static std::size_t lines_of(const Bug& bug, const std::vector<InterleavingRow>& rows, Width&& width, bool named) {
    std::size_t n = 0;
    for (const InterleavingRow& row : rows)
      if (!is_note(row))
        n +=
            wrapped((named ? thread_name(bug, row.thread) + ": " : "") + printable(row.what), width(row.thread)).size();
    return n;
  }

  // The widest gives way first. False: there is no room even so.
  static bool shrink(Widths& widths, std::size_t room) {
    const auto wider = [](const auto& a, const auto& b) { return a.second < b.second; };
    std::size_t sum = 0;
    for (const auto& [thread, w] : widths) sum += w + kGap;
    while (sum > room) {
      const auto widest = std::max_element(widths.begin(), widths.end(), wider);
      if (widest == widths.end() || widest->second <= kNarrowest) return false;
      --widest->second;
      --sum;
    }
    return true;
  }

  // The source begins where the longest row ends, if that leaves enough room for it.
  void overlap(const Bug& bug, const std::vector<InterleavingRow>& rows, const Widths& widths) {
    overlapping_ = true;
    const std::size_t half = total_ / 2;
    const std::size_t step = widths.size() > 1 ? std::min<std::size_t>(2, half / 2 / (widths.size() - 1)) : 0;
    std::size_t index = 0, longest = 0;
    for (const auto& [thread, w] : widths) columns_[thread].begin = kMargin + step * index++;
    for (const InterleavingRow& row : rows)
      if (!is_note(row))
        longest = std::max(longest, of(row.thread).begin + display_columns(thread_name(bug, row.thread)) + 2 +
                                        display_columns(printable(row.what)));
    const std::size_t most = std::max(half + kMargin, total_ > kRoomForSource ? total_ - kRoomForSource : 0);
    source_ = std::min(longest + kGap, most);
    for (auto& [thread, column] : columns_)
      column.width = source_ > column.begin + kGap + kNarrowest ? source_ - column.begin - kGap : kNarrowest;
  }

  std::size_t total_;
  std::map<ThreadId, Column, InOrder> columns_;
  std::size_t source_ = 0;
  bool overlapping_ = false;
};

std::string heading(const Bug& bug, const Columns& columns, const TextStyle& style) {
  std::string processes, names, rules, last;
  bool several = false;
  if (columns.overlapping()) return {};
  for (const auto& [thread, column] : columns.all()) {
    const std::string name = thread_name(bug, thread), process = process_of(name);
    processes.resize(column.begin, ' ');
    names.resize(column.begin, ' ');
    rules.resize(column.begin, ' ');
    if (process.empty()) {
      processes += name.substr(0, column.width);
    } else {
      several = true;
      if (process != last) processes += process.substr(0, column.width);
      names += name.substr(process.size() + 1, column.width);
    }
    last = process;
    rules += std::string(column.width, '-');
  }
  std::string out = painted(processes, Paint::Heading, style) + "\n";
  if (several) out += painted(names, Paint::Heading, style) + "\n";
  return out + painted(rules, Paint::Quiet, style) + "\n";
}

std::string note_text(const std::string& mark, const std::string& text, const TextStyle& style) {
  std::string out;
  const std::size_t width = style.width > 20 ? style.width - 4 : 16;
  for (const std::string& line : wrapped(printable(text), width)) {
    out += painted((out.empty() ? "  " + mark : "    ") + line, Paint::Quiet, style) + "\n";
  }
  return out;
}

std::string row_text(const Bug& bug, const InterleavingRow& row, const Columns& columns, const Sources& sources,
                     const TextStyle& style) {
  if (is_note(row)) return note_text("", row.what, style);
  const Columns::Column& column = columns.of(row.thread);
  const std::string who = columns.overlapping() ? thread_name(bug, row.thread) + ": " : "";
  const std::vector<std::string> lines = wrapped(printable(who + row.what), column.width);
  const std::string source = shortened(sources.of(row), columns.source_width());
  std::string out;
  for (std::size_t i = 0; i < std::max<std::size_t>(lines.size(), 1); ++i) {
    const std::string text = i < lines.size() ? lines[i] : "";
    out += std::string(column.begin - 2, ' ');
    out += row.important && i == 0 ? painted("> ", Paint::Error, style) : "  ";
    out += painted(text, row.important ? Paint::Mark : Paint::Heading, style);
    if (i == 0 && !source.empty()) {
      const std::size_t at = column.begin + display_columns(text);
      out += std::string(columns.source() > at ? columns.source() - at : 1, ' ') + painted(source, Paint::Quiet, style);
    }
    out += "\n";
  }
  return out;
}

}  // namespace

std::string thread_table(const Bug& bug, const TextStyle& style) {
  const std::vector<InterleavingRow> rows = rows_to_show(bug, style.verbose);
  const Sources sources(rows);
  const Columns columns(bug, rows, sources, style.width);
  std::string out = heading(bug, columns, style);
  for (const InterleavingRow& row : rows) {
    if (!row.switch_reason.empty()) out += note_text("~ ", row.switch_reason, style);
    out += row_text(bug, row, columns, sources, style);
  }
  return out;
}

}  // namespace heddle
