// Race detection by locksets (Elmas, Qadeer, Tasiran 2006): exact, and without clocks. LS(q), kept for the last write
// of each byte and for the reads since (figure 8), holds the threads and synchronisation objects through which that
// access is ordered before whatever comes next:
//
//   access by t     a race iff LS(q) ∩ LH(t) = ∅; then LS(q) := LH(t)        LH(t) = {t} and the mutexes that t holds
//   lock, acquire   LS ∋ o implies LS ∋ t          fork u    LS ∋ t implies LS ∋ u
//   release         LS ∋ t implies LS ∋ o          join u    LS ∋ u implies LS ∋ t
//
// histories.h keeps the accesses; the locksets and their changes are lockset_table.h. Deviations from the paper:
//  * A held mutex is in LS iff its owner is (the paper's Theorem 1, case 2), so the table leaves it out: LS ∩ LH(t) = ∅
//    iff t ∉ LS, and the mutex is added when it is unlocked. lockset() puts the held ones back in: the paper's sets.
//  * The paper codes a volatile variable as a lock around each access, which orders reads with reads. Here objects are
//    released and acquired; a plain atomic store ASSIGNS, LS ∋ o afterwards iff it releases and LS ∋ t, because it ends
//    the release sequences before it; a read-modify-write adds. Fences: by two tokens of each thread (Member::Kind).
//  * Atomic accesses are remembered too: they race with plain ones.
// With Keep::Exclusive the rules are those of figure 4, where reads count as writes.
//
// LocksetRules is the rules; GoldilocksDetector adds the paper's form of a set and the watch of one (--explain).
#pragma once
#include <vector>

#include "detect/history_detector.h"
#include "detect/lockset_table.h"
#include "detect/lockset_watch.h"
#include "support/stable_pool.h"

namespace heddle {

namespace detect {

// A tag is the index of a lockset. One that holds only t is shared by all accesses that t makes between two operations
// by which somebody may learn of them.
class LocksetRules {
 public:
  explicit LocksetRules(Journal& journal) : journal_(journal), table_(journal) {}

  bool ordered(const Entry& e, ThreadId t) { return table_.contains(e.tag, thread_member(t)); }
  SetId tag(ThreadId t) { return copy(own_set(t)); }
  SetId renew(SetId old, ThreadId t) {
    const SetId s = own_set(t);
    if (s == old) return s;
    table_.add_reference(s);
    table_.drop_reference(old);
    return s;
  }
  SetId copy(SetId s) {
    table_.add_reference(s);
    return s;
  }
  void drop(SetId s) { table_.drop_reference(s); }
  SetId current(ThreadId t) const { return t.index() < own_.size() ? own_[t.index()] : 0; }

  void fork(ThreadId parent, ThreadId child);
  void join(ThreadId joiner, ThreadId finished);
  void order(ThreadId, const Edge&);
  void forget(ObjectId);
  void copy_object(ObjectId from, ObjectId to) { table_.assign(object_member(to), object_member(from)); }
  void new_interval() { table_.new_interval(); }
  const char* overflowed() const { return table_.overflowed(); }

  using Knower = LocksetTable::Row;
  template <class F>
  void each_knower(F f) const {
    table_.each_row(f);
  }
  static bool covers(const Knower& row, std::uint64_t column) { return LocksetTable::has(row, column); }
  std::uint64_t key(const Entry& e) const { return table_.column_of(e.tag); }

  // The set in the paper's form: with the mutexes that its threads hold. Sorted.
  std::vector<Member> members(SetId);
  LocksetTable& table() { return table_; }

 private:
  SetId own_set(ThreadId t) {
    if (t.index() < own_.size() && own_[t.index()] != 0) [[likely]]
      return own_[t.index()];
    return make_own_set(t);
  }
  SetId make_own_set(ThreadId t);
  // t's past becomes known to somebody: what t does from now on is not part of it.
  void tell(ThreadId t);
  void atomic_load(ThreadId, ObjectId, MemoryOrder);
  void fence(ThreadId, MemoryOrder);
  void set_owner(ObjectId, std::uint32_t);

  Journal& journal_;
  LocksetTable table_;
  StablePool<SetId> own_;                   // of each thread: {t}, or 0 if there is none at the moment
  StablePool<std::uint32_t, 1024> owners_;  // of mutexes: the thread that holds it + 1, or 0
};

}  // namespace detect

class GoldilocksDetector final : public detect::HistoryDetector<detect::LocksetRules> {
 public:
  GoldilocksDetector(Journal& journal, detect::Keep keep, bool list_all) : HistoryDetector(journal, keep, list_all) {}

  const char* name() const override { return "goldilocks"; }
  bool exact() const override { return true; }

  void running(ThreadId t) override { running_ = t; }
  void fork(ThreadId parent, ThreadId child) override;
  void join(ThreadId joiner, ThreadId finished) override;
  void order(ThreadId, const Edge&) override;
  void forget(ObjectId) override;
  std::optional<Race> access(const Access&) override;
  void fresh(Address begin, std::uint64_t size) override;
  void watch(LocksetWatch* watch) override { watch_ = watch; }

  // The lockset of one remembered access, in the paper's form.
  struct Lockset {
    ThreadId thread;  // who made the access
    AccessKind kind;
    SiteId site;
    std::vector<detect::Member> members;
  };
  std::vector<Lockset> locksets(Address byte);
  detect::LocksetTable& table() { return judge_.table(); }

 private:
  // Tells the watch, if there is one, when the set that it asks about is another one now.
  void look(ThreadId t, bool access) {
    if (watch_ != nullptr) [[unlikely]]
      tell_watch(t, access);
  }
  void tell_watch(ThreadId, bool access);

  ThreadId running_;
  LocksetWatch* watch_ = nullptr;
  SiteId watched_site_;  // of the access whose set the last step tells
};

}  // namespace heddle
