// The lockset table (Elmas 2006, section 7): every distinct lockset once. Locations hold an index, and a
// synchronisation operation changes the sets in the table, not the locations.
//
// The table is stored by member, not by set: a bit matrix with a column for each distinct set and a row for each
// member, that is a thread, a mutex or other object, or one of the two tokens of a thread by which fences work. All
// rules of figures 4 and 8, and those for atomics, are then one of three operations on rows, a word for 64 sets:
//
//   learn(a, b)    LS ∋ b  implies  LS ∋ a afterwards     row a |= row b
//   assign(a, b)   LS ∋ a  iff  LS ∋ b                    row a  = row b
//   clear(a)       no LS ∋ a                              row a  = 0
//
// Columns are given out to new sets in order, and nothing is done when a set dies or two become equal, until no column
// is left. Then sweep() unites the sets that are equal by now, empties the columns of the dead, and if the table is
// still half full doubles it. Its cost is shared by all sets that were made since the sweep before, so an operation
// costs the number of distinct sets / 64 and the making of a set the number of members / 64 or so, however many
// locations there are.
//
// A location's index (SetId) stays valid while it holds a reference: ids of united sets form a forest (union by size,
// paths shortened on the way) whose roots know their columns, and a child holds a reference to its parent.
#pragma once
#include <cstdint>
#include <vector>

#include "detect/interval_log.h"
#include "detect/journalled_array.h"
#include "detect/lockset_watch.h"
#include "detect/mapping.h"
#include "model/ids.h"
#include "support/invariant.h"
#include "support/journal.h"
#include "support/stable_pool.h"

namespace heddle::detect {

using SetId = std::uint32_t;  // 0: none

constexpr Member thread_member(ThreadId t) { return {Member::Kind::Thread, t.value}; }
constexpr Member fence_member(ThreadId t) { return {Member::Kind::Fence, t.value}; }
constexpr Member pending_member(ThreadId t) { return {Member::Kind::Pending, t.value}; }
constexpr Member object_member(ObjectId o) { return {Member::Kind::Object, o.value}; }

class LocksetTable {
 public:
  explicit LocksetTable(Journal& journal);

  // ---- members ----
  void learn(Member who, Member from) { learn(row(who), row(from)); }
  void assign(Member who, Member from) { assign(row(who), row(from)); }
  void clear(Member who) { resize(row(who), 0); }

  // ---- sets ----
  SetId make(Member only);  // {only}, with one reference to it
  bool contains(SetId s, Member m) { return has(row(m), column(s)); }
  void add_reference(SetId s) {
    HEDDLE_INVARIANT(is_held(s));
    ++ids_.change(s).references;
  }
  void drop_reference(SetId s) {
    HEDDLE_INVARIANT(is_held(s));
    if (--ids_.change(s).references == 0) die(s);
  }
  std::vector<Member> members(SetId);
  bool same(SetId a, SetId b) { return find(a) == find(b); }  // known to be: equal sets are united by a sweep
  void sweep();

  std::uint32_t size() const { return state_.sets; }  // sets that are referred to
  std::uint32_t columns() const { return state_.words * 64; }

  void new_interval() { log_.new_interval(); }
  const char* overflowed() const { return overflowed_; }

  // ---- from the outside (knowledge_gather.h) ----
  // Bits beyond `words` are zero. invariant: words <= capacity.
  struct Row {
    std::uint64_t* at = nullptr;
    std::uint32_t words = 0;
    std::uint32_t capacity = 0;
  };
  template <class F>
  void each_row(F f) const {  // f(Member, const Row&), without those that are zero
    for (std::size_t kind = 0; kind < 3; ++kind)
      for (std::size_t i = kind; i < threads_.size(); i += 3)
        if (threads_[i].words != 0)
          f(Member{static_cast<Member::Kind>(kind), static_cast<std::uint32_t>(i / 3)}, threads_[i]);
    for (std::size_t i = 0; i < objects_.size(); ++i)
      if (objects_[i].words != 0) f(Member{Member::Kind::Object, static_cast<std::uint32_t>(i)}, objects_[i]);
  }
  static bool has(const Row& row, std::uint64_t column) {
    return column / 64 < row.words && (row.at[column / 64] >> column % 64 & 1) != 0;
  }
  // Sets with one column are equal. Changes nothing, unlike what shortens paths on its way.
  std::uint32_t column_of(SetId s) const {
    while (!(ids_[s].parent & kRoot)) s = ids_[s].parent;
    return ids_[s].parent & ~kRoot;
  }

 private:
  struct Id {
    std::uint32_t parent;  // kRoot | column, or an id; of a free one the next free one
    std::uint32_t references;
  };
  struct State {
    std::uint32_t used_ids = 1;  // 0 ends the free list
    std::uint32_t free_id = 0;
    std::uint32_t words = 0;  // of columns, so far
    std::uint32_t hint = 0;   // no word before this one has a clean column
    std::uint32_t sets = 0;
  };
  static constexpr std::uint32_t kRoot = std::uint32_t{1} << 31;

  Row& row(Member);
  template <class F>
  void for_each_row(F f);
  void learn(Row& who, const Row& from);
  void assign(Row& who, const Row& from);
  void resize(Row&, std::uint32_t words);
  void reserve(Row&, std::uint32_t words);

  // Somebody has a reference to it: only then is an id valid.
  bool is_held(SetId s) const { return s != 0 && s < state_.used_ids && ids_[s].references > 0; }
  SetId find(SetId s) {
    HEDDLE_INVARIANT(is_held(s));
    const std::uint32_t parent = ids_[s].parent;
    if (parent & kRoot) return s;
    return ids_[parent].parent & kRoot ? parent : find_far(s);
  }
  std::uint32_t column(SetId s) { return ids_[find(s)].parent & ~kRoot; }
  SetId find_far(SetId);
  void die(SetId);
  SetId take_id();
  void unite(SetId, SetId);
  std::uint32_t take_column();

  using Rows = std::vector<Row*>;
  void unite_equal_sets(const Rows&);
  std::vector<std::uint64_t> fingerprints(const Rows&) const;
  static bool same_column(const Rows&, std::uint32_t, std::uint32_t);
  void empty_dead_columns(const Rows&);
  State& change_state() {
    if (log_.first(state_stamp_)) log_.journal().remember(state_);
    return state_;
  }

  IntervalLog log_;
  StablePool<Row, 192> threads_;  // three for each
  StablePool<Row, 1024> objects_;
  Mapping row_space_;
  std::uint64_t row_space_used_ = 0;  // words; journalled
  JournalledArray<Id, 16> ids_;
  JournalledArray<SetId, 16> roots_;         // of columns; 0 if it has no living set
  JournalledArray<std::uint64_t, 4> clean_;  // columns that can be given out: zero in every row
  State state_;
  std::uint64_t state_stamp_ = 0;
  const char* overflowed_ = nullptr;
};

}  // namespace heddle::detect
