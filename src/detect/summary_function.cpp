// The rows and columns of h. See summary_function.h.
#include "detect/summary_function.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace heddle::detect {

namespace {
constexpr std::uint64_t kWords = std::uint64_t{1} << 33;
constexpr std::uint32_t kColumns = std::uint32_t{1} << 28;
constexpr std::uint32_t kSmallestColumn = 4;  // words
}  // namespace

SummaryFunction::SummaryFunction(Journal& journal, std::uint32_t patience)
    : journal_(journal),
      patience_(patience),
      log_(journal),
      word_space_(kWords * sizeof(std::uint64_t), "the detector's rows"),
      column_space_(std::uint64_t{kColumns} * sizeof(ColumnState), "the detector's columns"),
      columns_(column_space_.as<ColumnState>()) {
  rows_.grow_to(rows_made_);
}

// ---- figure 1 ----

void SummaryFunction::fork(ThreadId parent, ThreadId child) {
  Thread& c = thread(child);
  close_segment(child);  // of an earlier thread of that name
  assign(row(c.now), row(thread(parent).now));
  set_length(row(c.fence), 0);
  set_length(row(c.pending), 0);
  close_segment(parent);
}

void SummaryFunction::order(ThreadId t, const Edge& edge) {
  Thread& self = thread(t);
  const auto published = [&]() -> Row& { return row(releases(edge.order) ? self.now : self.fence); };
  switch (edge.kind) {
    case EdgeKind::Lock:
    case EdgeKind::Acquire:
      unite(row(self.now), row(object(edge.object)));
      return;
    case EdgeKind::Unlock:  // the owner has acquired what was there: assigning loses nothing
    case EdgeKind::ReleaseReset:
      assign(row(object(edge.object)), row(self.now));
      close_segment(t);
      return;
    case EdgeKind::Release:
      unite(row(object(edge.object)), row(self.now));
      close_segment(t);
      return;
    case EdgeKind::AtomicLoad:
      load(self, row(object(edge.object)), edge.order);
      return;
    case EdgeKind::AtomicStore:
      assign(row(object(edge.object)), published());
      if (releases(edge.order)) close_segment(t);
      return;
    case EdgeKind::AtomicRmw: {
      Row& o = row(object(edge.object));
      load(self, o, edge.order);
      unite(o, published());
      if (releases(edge.order)) close_segment(t);
      return;
    }
    case EdgeKind::Fence:
      if (acquires(edge.order)) unite(row(self.now), row(self.pending));
      if (!releases(edge.order)) return;
      assign(row(self.fence), row(self.now));
      close_segment(t);
      return;
  }
}

void SummaryFunction::load(Thread& self, Row& object, MemoryOrder order) {
  unite(row(acquires(order) ? self.now : self.pending), object);
}

// ---- columns ----

void SummaryFunction::open_segment(ThreadId t, Column& open) {
  const Column c = new_column();
  journal_.remember(open);
  open = add_use(c);
  set(row(thread(t).now), c);
}

void SummaryFunction::close_segment(ThreadId t) {
  Column& open = thread(t).open;
  if (open == 0) return;
  const Column c = open;
  journal_.remember(open);
  open = 0;
  drop_use(c);
}

SummaryFunction::Column SummaryFunction::new_column() {
  // A pass over all rows has to pay: for many columns at once, and for more of them the more rows there are.
  if (free_ == 0 && buried_ >= patience_ && buried_ >= made_ / 2 && buried_ >= rows_made_ / 64) sweep();
  if (free_ != 0) {
    const Column c = free_;
    touch(c);
    journal_.remember(free_);
    free_ = columns_[c].next_free;
    return c;
  }
  if (made_ == kColumns) {
    overflowed_ = "more accesses to remember than the summary detector has columns";
    return kColumns - 1;
  }
  journal_.remember(made_);
  return made_++;
}

void SummaryFunction::bury(Column c) {
  set(dead_, c);
  journal_.remember(buried_);
  ++buried_;
}

void SummaryFunction::sweep() {
  const Row dead = dead_;
  for (RowIndex i = 1; i < rows_made_; ++i) {
    Row& row = rows_[i];
    change(row, std::min(row.length, dead.length), [&](std::uint32_t w) { return row.at[w] & ~dead.at[w]; });
  }
  journal_.remember(free_);
  for (std::uint32_t w = dead.length; w-- > 0;) {  // the smallest comes to be the first
    for (std::uint64_t left = dead.at[w]; left != 0;) {
      const auto bit = static_cast<unsigned>(std::bit_width(left)) - 1;
      left ^= std::uint64_t{1} << bit;
      const Column c = w * 64 + bit;
      touch(c);
      columns_[c].next_free = free_;
      free_ = c;
    }
  }
  set_length(dead_, 0);
  journal_.remember(buried_);
  buried_ = 0;
}

// ---- rows ----

void SummaryFunction::make_row(RowIndex& index) {
  journal_.remember(index);
  journal_.remember(rows_made_);
  index = rows_made_++;
  rows_.grow_to(rows_made_);
  set_length(rows_[index], 0);  // one that a backtrack took away
}

// row.at[i] = word(i) for all i < end. Only what differs is remembered.
template <class F>
void SummaryFunction::change(Row& row, std::uint32_t end, F word) {
  std::uint32_t begin = 0;
  if (journal_.recording()) {
    while (begin < end && row.at[begin] == word(begin)) ++begin;
    while (begin < end && row.at[end - 1] == word(end - 1)) --end;
    if (begin == end) return;
    journal_.remember_bytes(row.at + begin, (end - begin) * sizeof(std::uint64_t));
  }
  for (std::uint32_t i = begin; i < end; ++i) row.at[i] = word(i);
}

void SummaryFunction::set_length(Row& row, std::uint32_t length) {
  if (row.length == length) return;
  journal_.remember(row);
  row.length = length;
}

void SummaryFunction::set(Row& row, Column c) {
  const std::uint32_t word = c / 64;
  if (word >= row.length) {
    const std::uint32_t known = row.length;
    reserve(row, word + 1);
    change(row, word + 1, [&](std::uint32_t i) { return i < known ? row.at[i] : 0; });
    set_length(row, word + 1);
  }
  journal_.remember(row.at[word]);
  row.at[word] |= std::uint64_t{1} << c % 64;
}

void SummaryFunction::unite(Row& into, const Row& from) {
  const std::uint32_t known = into.length;
  reserve(into, from.length);
  change(into, from.length, [&](std::uint32_t i) { return (i < known ? into.at[i] : 0) | from.at[i]; });
  set_length(into, std::max(known, from.length));
}

void SummaryFunction::assign(Row& to, const Row& from) {
  reserve(to, from.length);
  change(to, from.length, [&](std::uint32_t i) { return from.at[i]; });
  set_length(to, from.length);
}

void SummaryFunction::reserve(Row& row, std::uint32_t length) {
  if (row.capacity >= length) return;
  std::uint32_t capacity = std::max(row.capacity, kSmallestColumn);
  while (capacity < length) capacity *= 2;
  journal_.remember(row);
  journal_.remember(words_used_);
  if (kWords - words_used_ < capacity) {
    overflowed_ = "the summary detector's rows need more room than there is";
    words_used_ = 0;
  }
  std::uint64_t* const at = word_space_.as<std::uint64_t>() + words_used_;
  words_used_ += capacity;
  if (row.length > 0) std::memcpy(at, row.at, row.length * sizeof(std::uint64_t));
  row.at = at;
  row.capacity = capacity;
}

}  // namespace heddle::detect
