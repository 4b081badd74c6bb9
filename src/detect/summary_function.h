// The summary function h of Kim, Yavuz-Kahveci and Sanders (2009, section 3 and figures 1 and 2): a bit matrix with a
// row for each thread and synchronisation object and a column for each remembered access. A bit says that the access
// happened before whatever the thread does next, or before whoever acquires the object next.
//
//   release     row(object) |= row(thread)     assign    the same after clearing row(object)
//   acquire     row(thread) |= row(object)     instantiate   fresh storage has no remembered access, hence no column
//   invalidate  a new access has a new column, set in its thread's row alone; the old one's column goes
//
// Differences from the paper
//  * A column stands for the accesses of one thread between two of its releases: nothing can tell them apart, since no
//    row but the thread's own learns of any of them in between. The location keeps the number of its column, so a
//    column is in use as long as some location does.
//  * A column that is no longer used is not cleared at once: many die before one pass over all rows clears them
//    together (sweep), and only then are they used again.
//  * C++ orders: an atomic store assigns where the paper's volatile write adds; each thread has a row for its last
//    release fence (what its relaxed stores publish) and one for what its relaxed loads have read (what its next
//    acquire fence makes count).
//  * The synthetic thread static_initializer (section 5.3) writes what is initialised statically; every thread may
//    access that. Its column is number 0, which would be set in every row and therefore stands in none.
//  * isAlive(), whose two cases figure 1 exchanges, has no counterpart here.
//  * The stack of deltas is the journal: a changed row contributes the words from the first to the last difference.
#pragma once
#include <cstdint>

#include "detect/interval_log.h"
#include "detect/lockset_watch.h"
#include "detect/mapping.h"
#include "model/ids.h"
#include "support/journal.h"
#include "support/stable_pool.h"
#include "sync/edge.h"

namespace heddle::detect {

class SummaryFunction {
 public:
  using Column = std::uint32_t;

  // `patience`: the smallest number of unused columns worth a pass over all rows.
  explicit SummaryFunction(Journal& journal, std::uint32_t patience = kPatience);
  static constexpr std::uint32_t kPatience = 64;

  // norace(x, t) of the paper: the accesses of this column happened before what t does now.
  bool contains(ThreadId t, Column column) { return test(row(thread(t).now), column); }

  // The column of an access that t makes now, for one more location.
  Column use(ThreadId t) {
    Column& open = thread(t).open;
    if (open == 0) [[unlikely]]
      open_segment(t, open);
    return add_use(open);
  }
  // That column, if t has made an access since its last release; else 0.
  Column open_column(ThreadId t) const { return t.index() < threads_.size() ? threads_[t.index()].open : 0; }
  Column add_use(Column c) {
    touch(c);
    ++columns_[c].uses;
    return c;
  }
  void drop_use(Column c) {
    touch(c);
    if (--columns_[c].uses == 0) bury(c);
  }
  // A location's last access is replaced by one that t makes now. Nothing to do if t has published nothing in between.
  Column renew(Column c, ThreadId t) {
    if (c == thread(t).open) [[likely]]
      return c;
    const Column now = use(t);
    drop_use(c);
    return now;
  }

  void fork(ThreadId parent, ThreadId child);
  void join(ThreadId joiner, ThreadId finished) { unite(row(thread(joiner).now), row(thread(finished).now)); }
  void order(ThreadId, const Edge&);
  void forget(ObjectId o) { set_length(row(object(o)), 0); }
  void copy_object(ObjectId from, ObjectId to) {
    Row& target = row(object(to));
    assign(target, row(object(from)));
  }

  void new_interval() { log_.new_interval(); }
  const char* overflowed() const { return overflowed_; }
  std::uint32_t columns_made() const { return made_; }

  // ---- from the outside (knowledge_gather.h) ----
  // Words beyond `length` mean nothing; bits there are zero.
  struct Row {
    std::uint64_t* at = nullptr;
    std::uint32_t length = 0;
    std::uint32_t capacity = 0;
  };
  using Knower = Row;
  template <class F>
  void each_knower(F f) const {
    const auto tell = [&](Member::Kind kind, std::size_t index, RowIndex row) {
      if (row != 0 && rows_[row].length != 0) f(Member{kind, static_cast<std::uint32_t>(index)}, rows_[row]);
    };
    for (std::size_t t = 0; t < threads_.size(); ++t) tell(Member::Kind::Thread, t, threads_[t].now);
    for (std::size_t t = 0; t < threads_.size(); ++t) tell(Member::Kind::Fence, t, threads_[t].fence);
    for (std::size_t t = 0; t < threads_.size(); ++t) tell(Member::Kind::Pending, t, threads_[t].pending);
    for (std::size_t o = 0; o < objects_.size(); ++o) tell(Member::Kind::Object, o, objects_[o]);
  }
  static bool covers(const Row& row, std::uint64_t column) { return test(row, static_cast<Column>(column)); }

 private:
  using RowIndex = std::uint32_t;  // 0: none yet
  struct Thread {
    RowIndex now = 0, fence = 0, pending = 0;
    Column open = 0;  // of its accesses since its last release; 0: there was none
  };
  struct ColumnState {
    std::uint64_t stamp;  // of the two others; not journalled
    std::uint32_t uses;   // by locations, and by the thread whose open segment it is
    Column next_free;
  };

  Thread& thread(ThreadId t) {
    if (t.index() >= threads_.size()) [[unlikely]]
      threads_.grow_to(t.index() + 1);
    return threads_[t.index()];
  }
  RowIndex& object(ObjectId o) {
    if (o.index() >= objects_.size()) objects_.grow_to(o.index() + 1);
    return objects_[o.index()];
  }
  Row& row(RowIndex& index) {
    if (index == 0) [[unlikely]]
      make_row(index);
    return rows_[index];
  }
  void make_row(RowIndex&);

  static bool test(const Row& row, Column c) { return c / 64 < row.length && (row.at[c / 64] >> c % 64 & 1) != 0; }
  void set(Row&, Column);
  void unite(Row& into, const Row& from);
  void assign(Row& to, const Row& from);
  void set_length(Row&, std::uint32_t);
  void reserve(Row&, std::uint32_t length);
  template <class F>
  void change(Row&, std::uint32_t end, F word);

  void load(Thread&, Row& object, MemoryOrder);
  void open_segment(ThreadId, Column&);
  void close_segment(ThreadId);  // t publishes: what it does from now on is not covered

  void touch(Column c) {
    if (log_.first(columns_[c].stamp))
      log_.journal().remember_bytes(&columns_[c].uses, sizeof(std::uint32_t) + sizeof(Column));
  }
  Column new_column();
  void bury(Column);
  void sweep();

  Journal& journal_;
  const std::uint32_t patience_;
  IntervalLog log_;  // of the columns
  Mapping word_space_;
  Mapping column_space_;
  ColumnState* columns_;
  StablePool<Thread> threads_;
  StablePool<RowIndex, 1024> objects_;
  StablePool<Row, 1024> rows_;
  // All below are journalled.
  std::uint64_t words_used_ = 0;  // of word_space_
  std::uint32_t rows_made_ = 1;   // index 0 is none
  std::uint32_t made_ = 1;        // columns; number 0 is the static initialiser's
  std::uint32_t buried_ = 0;      // columns without use that still have bits
  Column free_ = 0;               // first of those that have none
  Row dead_;                      // the buried columns
  const char* overflowed_ = nullptr;
};

}  // namespace heddle::detect
