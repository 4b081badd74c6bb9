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
      : total_(std::max<std::size_t>(width, kMargin + kNarrowest)) {
    std::map<ThreadId, std::size_t> widths;
    for (const InterleavingRow& row : rows) {
      if (is_note(row)) continue;
      std::size_t& w = widths.try_emplace(row.thread, display_columns(thread_name(bug, row.thread))).first->second;
      w = std::max(w, std::min(kWidest, display_columns(printable(row.what))));
    }
    const std::size_t source = std::min(kRoomForSource, sources.longest(rows));
    const std::size_t room = total_ > kMargin + source ? total_ - kMargin - source : 0;
    if (!shrink(widths, room)) {
      overlap(widths);
      return;
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
  const std::map<ThreadId, Column>& all() const { return columns_; }
  const Column& of(ThreadId t) const { return columns_.at(t); }

 private:
  // The widest gives way first. False: there is no room even so.
  static bool shrink(std::map<ThreadId, std::size_t>& widths, std::size_t room) {
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

  void overlap(const std::map<ThreadId, std::size_t>& widths) {
    overlapping_ = true;
    const std::size_t half = total_ / 2;
    const std::size_t step = widths.size() > 1 ? std::min<std::size_t>(2, half / 2 / (widths.size() - 1)) : 0;
    std::size_t index = 0;
    source_ = half + kMargin;
    for (const auto& [thread, w] : widths) {
      const std::size_t begin = kMargin + step * index++;
      columns_[thread] = {begin, source_ > begin + kGap + kNarrowest ? source_ - begin - kGap : kNarrowest};
    }
  }

  std::size_t total_;
  std::map<ThreadId, Column> columns_;
  std::size_t source_ = 0;
  bool overlapping_ = false;
};

std::string heading(const Bug& bug, const Columns& columns, const TextStyle& style) {
  std::string names, rules;
  if (columns.overlapping()) return {};
  for (const auto& [thread, column] : columns.all()) {
    names.resize(column.begin, ' ');
    rules.resize(column.begin, ' ');
    names += thread_name(bug, thread).substr(0, column.width);
    rules += std::string(column.width, '-');
  }
  return painted(names, Paint::Heading, style) + "\n" + painted(rules, Paint::Quiet, style) + "\n";
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
